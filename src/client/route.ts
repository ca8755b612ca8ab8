/** A proxy named by the environment. Plain data; its credentials are never shown. */
export interface ProxyServer {
  /** Environment variable that names it. */
  readonly variable: string;
  /** Scheme, host and port: `http://proxy.example:3128`. */
  readonly origin: string;
  /** `null` if it needs none. */
  readonly credentials: { readonly user: string; readonly password: string } | null;
}

export interface Route {
  /** `null` for a direct connection. */
  readonly proxy: ProxyServer | null;
  readonly checksCertificates: boolean;
}

export const STRAIGHT: Route = { proxy: null, checksCertificates: true };

/** Returns host and port of a proxy for messages: `proxy.example:3128`. */
export function nameOfProxy({ origin }: ProxyServer): string {
  const { protocol, hostname, port } = new URL(origin);
  return `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
}

/** Returns the secrets of a proxy. A user name without a password counts as a secret. */
export function secretsOfProxy({ credentials }: ProxyServer): readonly string[] {
  if (credentials === null) return [];
  const { user, password } = credentials;
  return password === '' ? [user] : [password, `${user}:${password}`];
}
