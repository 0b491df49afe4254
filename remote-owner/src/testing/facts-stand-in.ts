import { CallError } from '../api/answer';
import type { ReleaseCommand } from '../api/owner-api';
import type { Fact } from '../facts/use-facts';

const fact = (key: string, file: Fact['file'] = ''): Fact => ({ key, value: file, file, isEdited: false });

/** Facts in memory. An address without an @ is refused, as by the server. */
export function createFactsStandIn() {
  let facts: readonly Fact[] = [
    fact('email', 'bonjour@exemple.fr'),
    fact('phone', '05 56 00 00 01'),
    fact('replyTime'),
    fact('publisher.name', 'Atelier Relance'),
    fact('publisher.siren'),
    fact('publisher.vat'),
    fact('training.bonuses', []),
    fact('payment.when'),
    fact('visitorMails', false),
  ];
  const former = new Map<number, readonly Fact[]>();
  const check = (asked: NonNullable<ReleaseCommand['facts']>) => {
    if (typeof asked.email !== 'string' || asked.email.includes('@')) return;
    throw new CallError('failed', { facts: [{ key: 'email', rule: 'matches' }] });
  };
  return {
    list: () => facts,
    preview: (asked: NonNullable<ReleaseCommand['facts']>) => {
      check(asked);
      return {
        requested: `facts:${'0'.repeat(32)}`,
        paths: 'visitorMails' in asked ? [] : ['/', '/contact', '/guide'],
      };
    },
    /** @returns the keys that changed */
    edit: ({ facts: asked = {}, change }: ReleaseCommand, seq: number): readonly string[] => {
      check(asked);
      const before = facts;
      const undone = change === undefined ? undefined : former.get(change);
      facts = undone ?? facts.map((fact) => edited(fact, asked[fact.key]));
      former.set(seq, before);
      return facts.filter((fact, at) => fact !== before[at]).map(({ key }) => key);
    },
  };
}

function edited(fact: Fact, asked: Fact['value'] | null | undefined): Fact {
  if (asked === undefined) return fact;
  return { ...fact, value: asked ?? fact.file, isEdited: asked !== null };
}
