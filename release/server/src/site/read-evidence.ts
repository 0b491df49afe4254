import type { ChildProcess } from 'node:child_process';
import type { EvidenceAnswer, EvidenceQuestion } from '@site/backend/evidence';
import type { ReadEvidence } from '@site/release-core/watch/evidence';

const ANSWER_WITHIN_MS = 10_000;

type Evidence = EvidenceAnswer['evidence'];

/** Asks the backend's process over its IPC channel; no program is started. */
export function createEvidenceReader(child: Pick<ChildProcess, 'connected' | 'send' | 'on'>): ReadEvidence {
  const waiting = new Map<number, (evidence: Evidence) => void>();
  let last = 0;
  child.on('message', (message) => {
    const { question = 0, evidence = null } = message as Partial<EvidenceAnswer>;
    waiting.get(question)?.(evidence);
  });
  child.on('exit', () => {
    for (const settle of waiting.values()) settle(null);
  });
  return (watched) =>
    new Promise((resolve) => {
      last += 1;
      const question = last;
      const settle = (evidence: Evidence) => {
        clearTimeout(timer);
        waiting.delete(question);
        resolve(evidence);
      };
      const timer = setTimeout(settle, ANSWER_WITHIN_MS, null);
      waiting.set(question, settle);
      if (!child.connected) return settle(null);
      child.send({ question, watched } satisfies EvidenceQuestion, (error) => error && settle(null));
    });
}
