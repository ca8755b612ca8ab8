/** A proxy as the environment names it: plain data, with credentials that are shown nowhere. */
export interface ProxyServer {
  /** The variable that names it. */
  readonly variable: string;
  /** Scheme, host and port: `http://proxy.example:3128`. */
  readonly origin: string;
  /** `null` where it asks for none. */
  readonly credentials: { readonly user: string; readonly password: string } | null;
}

/** How requests get to a target over the network. */
export interface Route {
  /** `null` where they go straight there. */
  readonly proxy: ProxyServer | null;
  /** Whether the certificates of TLS have to be valid. */
  readonly checksCertificates: boolean;
}

export const STRAIGHT: Route = { proxy: null, checksCertificates: true };

/** Host and port of a proxy, for people: `proxy.example:3128`. */
export function nameOfProxy({ origin }: ProxyServer): string {
  const { protocol, hostname, port } = new URL(origin);
  return `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
}

/** What must not be shown of a proxy; a user name without a password is one. */
export function secretsOfProxy({ credentials }: ProxyServer): readonly string[] {
  if (credentials === null) return [];
  const { user, password } = credentials;
  return password === '' ? [user] : [password, `${user}:${password}`];
}
