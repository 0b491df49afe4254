import type { Queryable } from '@site/supabase/functions/_shared/outbox';
import type { EvidenceAnswer, EvidenceQuestion } from '../evidence';

export async function answerEvidence(
  database: Queryable,
  { question, watched }: EvidenceQuestion,
): Promise<EvidenceAnswer> {
  const rows = await database
    .query<{ evidence: EvidenceAnswer['evidence'] }>('select private.release_evidence($1) as evidence', [
      JSON.stringify(watched),
    ])
    .catch(() => []);
  return { question, evidence: rows[0]?.evidence ?? null };
}
