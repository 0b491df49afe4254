import { formatFrenchDate, Text, todayInParis } from '@site/shared-ui';
import { useSyncExternalStore } from 'react';
import { legalNotice } from '../content/legal-notice';
import { TextSection } from './text-section';

/** Today; during hydration the day of composing, so that the HTML matches. */
export function LastUpdate({ composedOn }: { readonly composedOn: string }) {
  const day = useSyncExternalStore(
    subscribeNever,
    () => todayInParis(),
    () => composedOn,
  );
  const { title, before } = legalNotice.updated;
  return (
    <TextSection title={title}>
      <Text>
        {`${before} `}
        <time dateTime={day}>{formatFrenchDate(day)}</time>.
      </Text>
    </TextSection>
  );
}

const subscribeNever = () => () => undefined;
