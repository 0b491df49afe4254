import { formatFrenchDate, Text, todayInParis } from '@site/shared-ui';
import { useSyncExternalStore } from 'react';
import { legalNotice, TEXT_CHANGED_ON } from '../content/legal-notice';
import { TextSection } from './text-section';

/** Shows today, but the day of composition during hydration, so that the HTML matches. */
export function LastUpdate({ composedOn }: { readonly composedOn: string }) {
  const day = useSyncExternalStore(
    subscribeNever,
    () => todayInParis(),
    () => composedOn,
  );
  const { title, before, changed } = legalNotice.updated;
  return (
    <TextSection title={title}>
      <Text>
        {`${before} `}
        <time dateTime={day}>{formatFrenchDate(day)}</time>.
      </Text>
      <Text>
        {`${changed} `}
        <time dateTime={TEXT_CHANGED_ON}>{formatFrenchDate(TEXT_CHANGED_ON)}</time>.
      </Text>
    </TextSection>
  );
}

const subscribeNever = () => () => undefined;
