import { BlockList, isIP, isIPv6 } from 'node:net';
import { type ProxyServer, type Route, STRAIGHT } from '../client/route.ts';

type Raw = Readonly<Record<string, string | undefined>>;

/** A variable that names no proxy, and what is allowed in it. */
interface BadProxy {
  readonly variable: string;
  readonly allowed: string;
}

/** Variables that name a proxy, by the scheme of the target; the first one that is set counts, as for curl. */
const VARIABLES = {
  'http:': ['http_proxy', 'HTTP_PROXY'],
  'https:': ['https_proxy', 'HTTPS_PROXY'],
} as const;

export const proxyVariables: readonly string[] = Object.values(VARIABLES).flat();

const ALLOWED =
  'an address of a proxy that begins with http:// or https://, with a port and no path; what is special in a user name or a password is percent-encoded (its value is not shown)';

const valueOf = (raw: Raw, name: string): string => raw[name]?.trim() ?? '';

/** What a proxy is called in the environment; `null` where the text names none. */
function proxyIn(text: string, variable: string): ProxyServer | null {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, host, pathname, search, hash, username, password } = new URL(address);
  // What looks like a path may be the rest of a password in which something is not encoded.
  if (!['http:', 'https:'].includes(protocol) || pathname !== '/' || `${search}${hash}` !== '') return null;
  try {
    const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
    const credentials = `${user}${secret}` === '' ? null : { user, password: secret };
    return { variable, origin: `${protocol}//${host}`, credentials };
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** Whether an address lies in a network such as `10.0.0.0/8`, or is the one that is named. */
function isWithin(address: string, named: string): boolean {
  const [network = '', bits] = named.split('/');
  const family = (ip: string) => (isIPv6(ip) ? 'ipv6' : 'ipv4');
  if (isIP(network) === 0) return false;
  const most = isIPv6(network) ? 128 : 32;
  const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (!(prefix <= most)) return false;
  const list = new BlockList();
  list.addSubnet(network, prefix, family(network));
  return list.check(address, family(address));
}

/**
 * Whether NO_PROXY names a target: `*`, a host with all that is below it (`example.org`, `.example.org`, `*.example.org`),
 * an IP address or a network of them; each for all ports, or with one.
 */
function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const ownPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true;
    const [, name = entry, wanted] = isIPv6(entry.split('/')[0] ?? '')
      ? []
      : (/^\[?(.*?)\]?(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []);
    if (wanted !== undefined && wanted !== ownPort) return false;
    if (isIP(host) !== 0) return isWithin(host, name);
    const domain = name.replace(/^\*?\./, '').replace(/\.$/, '');
    return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
  });
}

/**
 * How requests get to a target, as the environment says it, read as curl does: `http_proxy` for http and `https_proxy` for
 * https, or the same in capitals, unless NO_PROXY names the target; a variable that does not concern the target is not
 * read. Capital HTTP_PROXY is not taken where this runs as a CGI program, to which any client may give it as a header.
 * @param baseUrl of the target; nothing stands in the way to the bundled service
 */
export function routeTo(baseUrl: string | undefined, raw: Raw): Route | BadProxy {
  if (baseUrl === undefined) return STRAIGHT;
  const target = new URL(baseUrl);
  const isCgi = valueOf(raw, 'REQUEST_METHOD') !== '';
  const names = VARIABLES[target.protocol === 'https:' ? 'https:' : 'http:'];
  const variable = names.find((name) => valueOf(raw, name) !== '' && !(isCgi && name === 'HTTP_PROXY'));
  const exempt = valueOf(raw, 'no_proxy') || valueOf(raw, 'NO_PROXY');
  let proxy: ProxyServer | null = null;
  if (variable !== undefined && !isExempt(target, exempt)) {
    proxy = proxyIn(valueOf(raw, variable), variable);
    if (proxy === null) return { variable, allowed: ALLOWED };
  }
  const isOverTls = [target.href, proxy?.origin ?? ''].some((address) => address.startsWith('https:'));
  const checksCertificates = !isOverTls || valueOf(raw, 'NODE_TLS_REJECT_UNAUTHORIZED') !== '0';
  return { proxy, checksCertificates };
}
