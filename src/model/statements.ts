/**
 * The statements of the specification in our own words, in its order, to be read with it. A key is the section and the
 * place of the statement there. Rules name the statements that they try.
 */
export const statements = {
  '0 opening paragraph': 'the scope of the specification, and that there is no other',
  '1 first sentence': 'an HTTP interface for the issues of a repository, with two operations',
  '1 operation 1': 'issues can be listed; this changes nothing and is open for public repositories',
  '1 operation 2': 'callers with a credential can create an issue in a repository',
  '1 two operations': 'no other operation is specified',
  '1 base address': 'services have different base addresses; every path follows the base address',
  '1 payloads': 'requests and responses are JSON',
  '1 last sentence': 'a list is an array; it may contain pull requests',
  '2 issue': 'issues are the elements of a list; their fields are not documented',
  '2 payload, title': '`title`: a required text; a creation without it is answered with 422',
  '2 payload, body': '`body`: an optional text',
  '2 payload, the table as a whole': 'no third field is named',
  '2 identifiers in the path': '`{owner}` and `{repo}` are one segment of the path each',
  '3 first point': 'the parameter `state` filters by state',
  '3 second point': 'without `state` the open issues are listed, as with `state=open`',
  '3 third point': 'other states and transitions between them are not documented',
  '3 fourth point': 'transitions are not documented',
  '4.1 method and path': '`GET /repos/{owner}/{repo}/issues`',
  '4.1 request body': 'a listing has no request body',
  '4.1 success status': 'a listing is answered with 200',
  '4.1 response body': 'a JSON array of issues; it may contain pull requests',
  '4.1 query parameters': 'all of them are optional',
  '4.1 parameter state': '`state`: the open issues by default',
  '4.1 parameter per_page': '`per_page`: how many results a page holds; 30 by default, 100 at most',
  '4.1 parameter page': '`page`: the number of the page',
  '4.1 parameter sort': '`sort`: the sort key; an invalid one is no error and gives the default order',
  '4.1 parameter direction':
    '`direction`: the sort direction; it may have no effect with an invalid sort; rule 3 says that it has none',
  '4.1 rule 1': '`per_page=10` gives at most ten results',
  '4.1 rule 2': '`per_page=5&page=2` is answered with 200 and the second five results',
  '4.1 rule 3': 'an invalid sort gives 200 and the default order, whatever the direction',
  '4.1 rule 4': 'valid values of state, sort and direction, and further parameters, are not documented',
  '4.2 method and path': '`POST /repos/{owner}/{repo}/issues`',
  '4.2 request body': 'a JSON object with `title` and, if there is one, `body`, both texts',
  '4.2 without authentication': 'a creation without a credential is answered with 401',
  '4.2 without a title': 'a creation without a title is answered with 422',
  '4.2 success': 'status and body of an accepted creation are not documented',
  '4.3 the table':
    'three headers are recommended: `Accept: application/vnd.service+json`, `X-Service-Api-Version: 2022-11-28`, and `Authorization` with a token',
  '5.1 credential': '`Authorization: Bearer` and a personal access token',
  '5.2 first half': 'a public repository is listed with 200, with a token and without',
  '5.2 second half': 'a token is recommended for the sake of rate limits',
  '5.3 creating': 'a creation without a credential is answered with 401',
  '5.4 tokens': 'a missing or invalid token is answered with 401',
  '5.5 private repositories':
    'a private repository is answered with 404 without access; so with access it is not',
  '5.6 scopes': 'required permissions of a token, and how to obtain one, are not documented',
  '6 the sentence': 'events and the like are not documented',
  '7 status 401': 'the token is missing or invalid',
  '7 status 404': 'owner or repository is wrong, or the repository is private and the caller has no access',
  '7 status 422': 'the payload is invalid, for example without a title',
  '7 below the table': 'a page size out of range and an invalid sort are no errors',
  '7 last sentence': 'bodies of errors are not documented',
  '8 default of per_page': '30 by default',
  '8 maximum of per_page': '100',
  '8 above the maximum': 'still 200, with at most 100 results',
  '8 zero': 'still 200, with 30 results',
  '8 negative sizes': 'still 200, with 30 results',
  '8 rate limits': 'limits are not documented',
  '8 default of page': 'it is not documented',
  '9 first point': '`X-Service-Api-Version` selects the version',
  '9 second point': '`2022-11-28` is the recommended version',
  '9 third point': 'the effect of omitting it, and other versions, are not documented',
} as const;

export type StatementId = keyof typeof statements;

export const statementIds = Object.keys(statements) as readonly StatementId[];

export const sectionOf = (id: StatementId): string => id.replace(/ .*/, '');

/** Returns a statement with its section and place: `§ 8, zero: …`. */
export const cited = (id: StatementId): string => `§ ${id.replace(' ', ', ')}: ${statements[id]}`;
