import type { Clock } from '../../src/client/clock.ts';
import type { Transport } from '../../src/client/transport.ts';
import type { Reply } from '../../src/service/request.ts';
import type { openService } from '../../src/service/service.ts';

/** The bundled service without a port. */
export type Service = ReturnType<typeof openService>;

const reset = (): Error => Object.assign(new Error('reset'), { code: 'ECONNRESET' });

/** Milliseconds that a request travels, so that requests overlap as over a network. */
const WAY_MS = 10;

/** Connects to a service within this process, on the given clock. @param back returns for how long an answer travels, in milliseconds */
export function inProcess(service: Pick<Service, 'handle'>, clock: Clock, back = () => 0): Transport {
  return {
    send: async ({ method, url, headers, body }, { signal }) => {
      const answered = async (): Promise<Reply> => {
        await clock.sleep(WAY_MS);
        const answer = await service.handle({
          method,
          url: new URL(url),
          header: (name) => headers[name],
          body: () => Promise.resolve(body ?? ''),
        });
        const ms = back();
        if (ms > 0) await clock.sleep(ms);
        return answer;
      };
      const answer = await new Promise<Reply>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
        answered().then(resolve, reject);
      });
      if (answer.delivery === 'reset') throw reset();
      const bytes = typeof answer.body === 'string' ? Buffer.from(answer.body) : Buffer.from(answer.body);
      return {
        status: answer.status,
        headers: { 'content-length': String(bytes.length), ...answer.headers },
        body: (async function* () {
          if (bytes.length > 0) yield bytes;
          if (answer.delivery === 'cut') throw reset();
        })(),
      };
    },
    close: () => Promise.resolve(),
  };
}
