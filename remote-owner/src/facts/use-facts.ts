import { useQuery } from '@tanstack/react-query';
import { useOwner } from '../api/owner-context';
import type { ChangeLogAnswer, LoggedChange } from '../api/release-answers';

export type FactValue = string | boolean | readonly string[];

export interface Fact {
  /** Of `site.json`, as in `publisher.name`. */
  readonly key: string;
  readonly value: FactValue;
  /** The value in `site.json`. */
  readonly file: FactValue;
  readonly isEdited: boolean;
}

export interface FactsAnswer {
  /** Number of the last change of the site. */
  readonly seq: number;
  readonly facts: readonly Fact[];
}

export interface FactsPreview {
  /** What the address of a page requests it with; null where the server shows no previews. */
  readonly requested: string | null;
  readonly paths: readonly string[];
}

const CHANGES_READ = '100';

export function useFacts() {
  const { api } = useOwner();
  return useQuery({
    queryKey: ['release', 'facts'],
    queryFn: async () => {
      const [answer, log] = await Promise.all([api.release('facts'), api.release('log', { limit: CHANGES_READ })]);
      const edits = (log as ChangeLogAnswer).changes.filter(({ command }) => command === 'edit-facts');
      return { answer: answer as FactsAnswer, edits: edits as readonly LoggedChange[] };
    },
  });
}
