import type { IssueDraft, Repository } from '../../src/service/world/repository.ts';
import { whateverIsIn } from '../changes/creations.ts';
import type { Fault } from './fault.ts';

const LATER_MS = 100;

/** Refused creations that take effect nevertheless. */
export const refusedStoredFaults = [
  {
    id: 'refused-stored-in-private',
    description: 'An issue for a private repository is stored before the creation is refused.',
    breaks: ['create.rejected-no-effect'],
    change: (b) => ({
      afterRefusedCreate: (refusal, payload, call) => {
        b.afterRefusedCreate(refusal, payload, call);
        if (refusal !== 'repository-hidden' || call.repository === undefined) return;
        if (payload.kind === 'valid') void b.store(payload.draft, call.repository, call);
      },
    }),
  },
  {
    id: 'refused-stored-later',
    description:
      'A creation with a refused credential is retried later by a job with the rights of the service.',
    breaks: ['create.rejected-no-effect'],
    change: (b) => ({
      afterRefusedCreate: (refusal, payload, call) => {
        b.afterRefusedCreate(refusal, payload, call);
        const { repository, request } = call;
        const isForCredential = refusal === 'credential-missing' || refusal === 'credential-unknown';
        if (!isForCredential || repository === undefined || payload.kind === 'invalid') return;
        const { draft } = payload;
        void request.pause(LATER_MS).then(() => b.store(draft, repository, call));
      },
    }),
  },
  {
    id: 'refused-stored-with-next',
    description: 'A refused issue stays in the unit of work and is stored with the next accepted one.',
    breaks: ['create.rejected-no-effect'],
    change: (b) => {
      const pending: { readonly draft: IssueDraft; readonly repository: Repository }[] = [];
      return {
        afterRefusedCreate: (refusal, payload, call) => {
          b.afterRefusedCreate(refusal, payload, call);
          const { repository, request } = call;
          if (refusal !== 'payload-invalid' || repository === undefined) return;
          pending.push({ draft: whateverIsIn(request.body), repository });
        },
        store: async (draft, repository, call) => {
          for (const old of pending.splice(0)) await b.store(old.draft, old.repository, call);
          return b.store(draft, repository, call);
        },
      };
    },
  },
] as const satisfies readonly Fault[];
