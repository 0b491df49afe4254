import type { Site } from '@site/contract/host';
import type { FactValue } from '@site/contract/page-data';
import { pricesOf } from '@site/contract/prices';
import { openPromises, type PromiseName } from '@site/contract/promises';
import { Button, Text } from '@site/shared-ui';
import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSpace } from '../api/owner-api';
import type { Fact } from '../api/release-answers';
import { useFactsAnswer } from '../api/use-call';
import { steps } from '../content/space';
import { releaseFailureText } from '../parts/use-release-action';
import { useAction } from '../view/form';

interface PublishNowProps {
  readonly label: string;
  readonly facts: Readonly<Record<string, FactValue>>;
  readonly words: { readonly busy: string; readonly done: string };
  readonly variant?: 'primary' | 'quiet';
}

/** Publishes facts by one tap, without the form of the texts. */
export function PublishNow({ label, facts, words, variant = 'quiet' }: PublishNowProps) {
  const { api, host, renewSite } = useSpace();
  const queries = useQueryClient();
  const status = useRef<HTMLParagraphElement>(null);
  const renew = (seq?: number) => Promise.all([renewSite(seq), queries.invalidateQueries({ queryKey: ['release'] })]);
  const mutationKey = ['publish-now', label];
  // Also of a view that was left meanwhile.
  const isPending = useIsMutating({ mutationKey }) > 0;
  const { mutate } = useAction({
    mutationKey,
    mutationFn: async () => {
      const { seq } = await api.release('facts');
      const answer = await api.release('edit-facts', { facts, seq });
      // What it changes may end the view that it was called from.
      const isSeen = status.current !== null;
      await renew(answer?.seq);
      return isSeen;
    },
    // Over another view it would cover what the owner reads there.
    done: (isSeen) => (isSeen ? words.done : null),
    onError: (error) => {
      host.notify({ title: releaseFailureText(error), tone: 'error' });
      return renew();
    },
  });
  return (
    <>
      <Button variant={variant} alignSelf="flex-start" overflowWrap="anywhere" onClick={() => !isPending && mutate()}>
        {label}
      </Button>
      <Text ref={status} role="status">
        {isPending && words.busy}
      </Text>
    </>
  );
}

/** Whether pages show a price that the owner has neither written nor kept. */
export const hasProposedPrice = ({ prices }: Pick<Site, 'prices'>): boolean => !(prices?.standard && prices.funded);

/** The promises of pages that the owner has not answered; null with a server that does not ask for them. */
export function openPromisesOf(facts: readonly Fact[]): readonly PromiseName[] | null {
  const answered = listOf(facts, 'promises');
  return answered && openPromises(answered, hiddenPromisesOf(facts) ?? []);
}

/** Names of the promises that no page makes; null with a server that cannot leave one out. */
export const hiddenPromisesOf = (facts: readonly Fact[]): readonly string[] | null => listOf(facts, 'hiddenPromises');

function listOf(facts: readonly Fact[], key: string): readonly string[] | null {
  const value = facts.find((fact) => fact.key === key)?.value;
  return Array.isArray(value) ? value : null;
}

/** The open promises of the site; null until they are known too. */
export function useOpenPromises(): readonly PromiseName[] | null {
  const { data } = useFactsAnswer();
  return data ? openPromisesOf(data.facts) : null;
}

/** Keeps the prices that pages show as the owner's own. */
export function OwnPrices() {
  const { standard, funded } = pricesOf(useSpace().host.site);
  const facts = { 'prices.standard': `${standard}`, 'prices.funded': `${funded}` };
  return <PublishNow label={steps.prices.keep} facts={facts} words={steps.prices} />;
}
