import { type Notice, quotesSentence } from '../../results/run.ts';
import type { Report } from '../model.ts';
import { limits, named } from './fit.ts';

const CHOSEN = 2000;

interface NoticesProps {
  readonly notices: readonly Notice[];
  readonly outcome: Report['outcome'];
}

/** Notices in boxes, with the command of each. */
export function Notices({ notices, outcome }: NoticesProps) {
  return (
    <>
      {notices.map((notice) => {
        const { kind, text, quoted, command = '' } = notice;
        const isSentence = quotesSentence(notice);
        return (
          <p class={`notice is-${kind === 'problem' ? outcome : 'incomplete'}`}>
            {text}
            {isSentence ? named(quoted, limits.prose) : null}
            {!isSentence && quoted !== '' ? <code>{named(quoted, CHOSEN)}</code> : null}
            {command === '' ? null : <code>{command}</code>}
          </p>
        );
      })}
    </>
  );
}
