import type { RuleId } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { type Call, isCreate } from '../../src/service/request.ts';
import type { IssueDraft, Repository } from '../../src/service/world.ts';
import { openTo, trust } from '../changes/access.ts';
import { answerRefused, changeStatus, failure } from '../changes/answers.ts';
import { acceptForm, findOtherwise, isKnown, knownOnceRefused, sendsLike } from '../changes/callers.ts';
import { beforeStoring, storeRefused, storeUnless, whateverIsIn } from '../changes/creations.ts';
import { answerWith, combine, revise } from '../changes/decisions.ts';
import { CREDENTIALS, PAYLOADS, REFUSED } from './broken-rules.ts';
import { breaks, family, faultsOf, refused } from './fault.ts';

type Kind = Call['caller']['kind'];

const acceptFrom = (kind: Kind): Change =>
  trust(({ caller, request }) => isCreate(request) && caller.kind === kind);

/** Accepts creations of some callers, and stores nothing. */
const tellOnly = (kind: Kind): Change =>
  combine(
    acceptFrom(kind),
    storeUnless(({ caller }) => caller.kind === kind),
  );

const stored = family(['create.rejected-no-effect'], storeRefused);

const always = (status: number, ...rules: readonly RuleId[]) =>
  breaks([...REFUSED, ...rules])(
    `Every creation is answered with ${status}, and nothing is stored.`,
    answerWith(failure(status), isCreate),
  );

const CREATES = ['an issue is to be created', isCreate] as const;
const isOneWord = sendsLike(/^(?!.*\S \S)/s);

export const createRefusalFaults = faultsOf({
  'create-anonymous-accepted': breaks('create.anonymous')(
    'Creating needs no token.',
    trust(({ caller }) => caller.kind === 'anonymous'),
  ),
  'create-anonymous-told': breaks('create.anonymous')(
    'A creation without a token is answered with 201, and nothing is stored.',
    tellOnly('anonymous'),
  ),
  'create-unknown-told': breaks(CREDENTIALS)(
    'A creation with an unknown token is answered with 201, and nothing is stored.',
    tellOnly('unknown'),
  ),
  'create-first-anonymous-let-in': breaks('create.anonymous')(
    'The first valid creation without a credential is accepted, and no other.',
    (b) => {
      let seen = 0;
      return revise('refuseCredential', (refusal, { request, repository }) => {
        if (refusal !== 'credential-missing' || repository?.isPrivate !== false) return refusal;
        if (b.readPayload(request.body, request) === undefined) return refusal;
        seen += 1;
        return seen === 1 ? undefined : refusal;
      })(b);
    },
  ),
  'create-anonymous-409-stored': breaks('create.anonymous')(
    'A creation without a credential is stored and answered with 409.',
    combine(changeStatus('credential-missing', 409), storeRefused({ refusals: ['credential-missing'] })),
  ),
  'create-anonymous-403': refused('create.anonymous', 'credential-missing')(403),
  'create-anonymous-302': breaks('create.anonymous')(
    'A creation without a token is redirected to the login page.',
    answerRefused('credential-missing', () => failure(302, { location: '/login' })),
  ),
  'create-token-unchecked': breaks(CREDENTIALS)(
    'Creating accepts any token; only listing checks it.',
    acceptFrom('unknown'),
  ),
  'create-in-private-token-unchecked': breaks(CREDENTIALS)(
    'Creating in a private repository accepts any token, because only members know its name.',
    combine(
      trust(
        ({ caller, repository, request }) =>
          isCreate(request) && repository?.isPrivate === true && caller.kind === 'unknown',
      ),
      openTo(({ kind }, { isPrivate }, request) => isPrivate && kind === 'unknown' && isCreate(request)),
    ),
  ),
  'create-invalid-token-400': refused(CREDENTIALS, 'credential-unknown')(400, CREATES),
  'create-invalid-token-403-then-known': breaks(CREDENTIALS)(
    'A creation with an unknown token is answered with 403; from then on, the token may create.',
    combine(changeStatus('credential-unknown', 403, isCreate), knownOnceRefused(isCreate)),
  ),
  'create-empty-bearer-accepted': breaks(['create.malformed-credential', 'list.invalid-token'])(
    'An Authorization header with an empty token counts as a login.',
    acceptForm(/^bearer\s*$/i, () => true),
  ),
  'create-basic-accepted': breaks('create.malformed-credential')(
    'Other schemes are left to a proxy that does not exist, and accepted.',
    acceptForm(/^(?!bearer\b)\S+ +\S/i),
  ),
  'create-malformed-credential-400': breaks('create.malformed-credential')(
    'A credential that does not begin with "Bearer" and a token is answered with 400.',
    changeStatus('credential-unknown', 400, sendsLike(/^(?!Bearer \S)/)),
  ),
  'create-malformed-credential-500': breaks(['create.malformed-credential', 'list.invalid-token'])(
    'The second word of the credential is used even if it is missing.',
    changeStatus('credential-unknown', 500, isOneWord),
  ),
  'create-owner-unchecked': breaks('create.unknown-owner')(
    'Creating looks up the repository by name only; only listing checks the owner.',
    findOtherwise(({ name }, _owner, repo) => name === repo, isCreate),
  ),
  'create-repo-unchecked': breaks('create.unknown-repo')(
    'Creating in an unknown repository uses the first repository of the owner.',
    findOtherwise((found, owner) => found.owner === owner, isCreate),
  ),
  'create-repo-made': breaks(['create.unknown-repo', 'create.unknown-owner'])(
    'Creating in an unknown repository creates the repository.',
    (b) => ({
      findRepository: (owner, name, request) => {
        const found = b.findRepository(owner, name, request);
        const mayMake = isCreate(request) && isKnown(request, b);
        return found ?? (mayMake ? request.world.add(owner, name, 'everybody') : undefined);
      },
    }),
  ),
  'create-unknown-422': refused(['create.unknown-owner', 'create.unknown-repo'], 'repository-unknown')(
    422,
    CREATES,
  ),
  'create-private-unchecked': breaks('create.private.outsider')(
    'Only listing checks access to a private repository.',
    openTo((_caller, _repository, request) => isCreate(request)),
  ),
  'create-private-403': refused('create.private.outsider', 'repository-hidden')(403, CREATES),
  'create-all-422': always(422, 'create.accepted'),
  'create-all-405': always(405, ...PAYLOADS, 'create.accepted'),
  'create-all-201': always(201, ...PAYLOADS, 'create.listed'),
});

/** Issues of refused credentials are stored some milliseconds later. */
const storedLater = (milliseconds: number) =>
  breaks('create.rejected-no-effect')(
    `A creation with a refused credential is retried ${milliseconds / 1000} s later with the rights of the service.`,
    storeRefused({ when: (store, { request }) => void request.pause(milliseconds).then(store) }),
  );

const leftBy = (payload: string, ...bodies: readonly string[]) =>
  stored(`${payload} is refused, and leaves an untitled issue.`, {
    refusals: ['payload-invalid'],
    when: (store, { request }) => bodies.includes(request.body) && store(),
  });

/** Refused creations that take effect nevertheless: later, or with others. */
export const refusedStoredFaults = faultsOf({
  'refused-stored-invalid': stored('An issue is stored before its payload is checked, and stays.', {
    refusals: ['payload-invalid'],
  }),
  'refused-stored-anonymous': stored('The handler answers 401 and then stores the issue.'),
  'refused-stored-in-private': stored('An issue is stored before access to its repository is checked.', {
    refusals: ['repository-hidden'],
  }),
  'refused-stored-elsewhere': breaks('create.rejected-no-effect')(
    'An issue for an unknown repository is stored in the first repository.',
    storeRefused({
      refusals: ['repository-unknown'],
      into: ({ request }) => [...request.world.repositories][0],
    }),
  ),
  'refused-stored-later': storedLater(100),
  'refused-stored-after-1-s': storedLater(1200),
  'refused-stored-after-2-s': storedLater(2500),
  'refused-stored-once': breaks('create.rejected-no-effect')(
    'The first creation without a credential is stored although it is refused.',
    (b) => {
      let left = 1;
      const when = (store: () => void) => left-- > 0 && store();
      return storeRefused({ refusals: ['credential-missing'], when })(b);
    },
  ),
  'refused-stored-closed': breaks('create.rejected-no-effect')(
    'An issue of a creation without a credential is stored, and closed immediately.',
    revise('afterRefusedCreate', (_done, refusal, draft, { repository, request }) => {
      if (refusal !== 'credential-missing' || draft === undefined || repository === undefined) return;
      const issue = repository.prepare(draft, { login: 'ghost', id: 1 }, request.world.now());
      repository.insert({ ...issue, state: 'closed' });
    }),
  ),
  'refused-stored-with-next': breaks('create.rejected-no-effect')(
    'A refused issue stays in the unit of work and is stored with the next accepted one.',
    (b) => {
      const pending: { readonly draft: IssueDraft; readonly repository: Repository }[] = [];
      return combine(
        revise('afterRefusedCreate', (_done, refusal, _draft, { repository, request }) => {
          if (refusal !== 'payload-invalid' || repository === undefined) return;
          pending.push({ draft: whateverIsIn(request.body), repository });
        }),
        beforeStoring(async (usual, _draft, _repository, call) => {
          for (const old of pending.splice(0)) await usual.store(old.draft, old.repository, call);
        }),
      )(b);
    },
  ),
  'refused-stored-of-empty-payloads': leftBy('An empty payload', '{}', 'null'),
  'refused-stored-of-a-number': leftBy('A number', '0', '12'),
});
