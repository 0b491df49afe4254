import type { Site } from '@site/contract/host';
import { pricesOf } from '@site/contract/offer';
import { Button, Text } from '@site/shared-ui';
import { useQueryClient } from '@tanstack/react-query';
import { useOwner } from '../api/owner-api';
import type { FactsAnswer } from '../api/release-answers';
import { steps } from '../content/space';
import { releaseFailureText } from '../parts/use-release-action';
import { useAction } from '../view/form';

interface PublishNowProps {
  readonly label: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly words: { readonly busy: string; readonly done: string };
}

/** Publishes facts by one tap, without the form of the texts. */
export function PublishNow({ label, facts, words }: PublishNowProps) {
  const { api, host, renewSite } = useOwner();
  const queries = useQueryClient();
  const action = useAction({
    mutationFn: async () => {
      const { seq } = (await api.release('facts')) as FactsAnswer;
      return api.release('edit-facts', { facts, seq });
    },
    done: () => words.done,
    onError: (error) => void host.notify({ title: releaseFailureText(error), tone: 'error' }),
    onSettled: () => Promise.all([renewSite(), queries.invalidateQueries({ queryKey: ['release'] })]),
  });
  return (
    <>
      <Button
        variant="quiet"
        alignSelf="flex-start"
        overflowWrap="anywhere"
        onClick={() => !action.isPending && action.mutate()}
      >
        {label}
      </Button>
      <Text role="status">{action.isPending && words.busy}</Text>
    </>
  );
}

/** Whether pages show a price that the owner has neither written nor kept. */
export const hasProposedPrice = ({ prices }: Pick<Site, 'prices'>): boolean => !(prices?.standard && prices.funded);

/** Keeps the prices that pages show as the owner's own. */
export function OwnPrices() {
  const { standard, funded } = pricesOf(useOwner().host.site);
  const facts = { 'prices.standard': `${standard}`, 'prices.funded': `${funded}` };
  return <PublishNow label={steps.prices.keep} facts={facts} words={steps.prices} />;
}
