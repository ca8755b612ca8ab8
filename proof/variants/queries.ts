import { changeStatus, refusing } from '../changes/answers.ts';
import { deviationsOf } from './variant.ts';

const KNOWN: ReadonlySet<string> = new Set(['state', 'per_page', 'page', 'sort', 'direction']);
const VERSION = '2022-11-28';

export const queryVariants = deviationsOf({
  'query-unknown-422': {
    difference: 'Unknown parameters are refused.',
    change: refusing(422, ({ url }) => [...url.searchParams.keys()].some((name) => !KNOWN.has(name))),
  },
  'accept-other-406': {
    difference: 'An Accept header without JSON is refused.',
    change: refusing(406, (request) => !/json|\*\/\*/.test(request.header('accept') ?? '*/*')),
  },
  'version-unknown-400': {
    difference: 'A version other than the recommended one is refused.',
    change: refusing(400, (request) => (request.header('x-service-api-version') ?? VERSION) !== VERSION),
  },
  'version-omitted-400': {
    difference: 'A request without a version is refused.',
    change: refusing(400, (request) => request.header('x-service-api-version') === undefined),
  },
  'method-404': {
    difference: 'Undocumented methods are answered with 404.',
    change: changeStatus('method-unknown', 404),
  },
});
