/** The way to a target. Plain data. */
export interface Route {
  /** `null` for a direct connection. Its credentials are never shown. */
  readonly proxy: ReturnType<typeof proxyIn>;
  readonly checksCertificates: boolean;
}

const portOf = ({ protocol, port }: URL): string => port || (protocol === 'https:' ? '443' : '80');

type Raw = Readonly<Record<string, string | undefined>>;

const ALLOWED =
  'an address of a proxy that begins with http:// or https://, with a port and no path; what is special in a user name or a password is percent-encoded (its value is not shown)';

const valueOf = (raw: Raw, name: string): string => raw[name]?.trim() ?? '';

/** @param variable of the environment, which names it */
function proxyIn(text: string, variable: string) {
  try {
    const url = new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
    const { protocol, host, hostname, pathname, search, hash, username, password } = url;
    // An apparent path may be the rest of a password with an unencoded character.
    if (!['http:', 'https:'].includes(protocol) || pathname !== '/' || `${search}${hash}` !== '') return null;
    // Throws if a percent sign is not encoded.
    const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
    const credentials = `${user}:${secret}`;
    return {
      variable,
      origin: `${protocol}//${host}`,
      /** Host and port for messages: `proxy.example:3128`. */
      name: `${hostname}:${portOf(url)}`,
      /** The header with its credentials; `null` if it needs none. */
      authorization: credentials === ':' ? null : `Basic ${Buffer.from(credentials).toString('base64')}`,
      /** Its credentials, as they may be repeated. A user name without a password counts as a secret. */
      secrets: secret === '' ? [user] : [secret, credentials],
    };
  } catch {
    return null;
  }
}

/**
 * True if NO_PROXY exempts a target. Entries are `*`, a domain with its subdomains (`example.org`,
 * `.example.org`, `*.example.org`) or an IP address; each for all ports or one.
 */
function isExempt(target: URL, list: string): boolean {
  const host = target.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const ownPort = portOf(target);
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      const [, name = '', wanted = ownPort] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(entry) ?? [];
      const domain = name.replace(/^\*?\./, '').replace(/\.$/, '');
      const isNamed = entry === host || host === domain || (domain !== '' && host.endsWith(`.${domain}`));
      return entry === '*' || (isNamed && (entry === host || wanted === ownPort));
    });
}

/**
 * Returns the route to a target from the environment, with curl's rules. The scheme selects `http_proxy` or
 * `https_proxy`, in either case, unless NO_PROXY exempts the target. Variables of the other scheme are
 * ignored.
 * @param baseUrl of the target; undefined for the bundled service, whose route is direct
 * @returns the variable of an invalid proxy, and what is allowed there, if it is not usable
 */
export function routeTo(
  baseUrl: string | undefined,
  raw: Raw,
): Route | { readonly variable: string; readonly allowed: string } {
  if (baseUrl === undefined) return { proxy: null, checksCertificates: true };
  const target = new URL(baseUrl);
  const name = target.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const variable = [name, name.toUpperCase()].find((one) => valueOf(raw, one) !== '');
  const exempt = valueOf(raw, 'no_proxy') || valueOf(raw, 'NO_PROXY');
  const isProxied = variable !== undefined && !isExempt(target, exempt);
  const proxy = isProxied ? proxyIn(valueOf(raw, variable), variable) : null;
  if (isProxied && proxy === null) return { variable, allowed: ALLOWED };
  const isOverTls = [target.href, proxy?.origin ?? ''].some((address) => address.startsWith('https:'));
  const checksCertificates = !isOverTls || valueOf(raw, 'NODE_TLS_REJECT_UNAUTHORIZED') !== '0';
  return { proxy, checksCertificates };
}
