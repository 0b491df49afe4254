import { BOOKING_FIELDS } from '@site/contract/form-fields';
import type { Site } from '@site/contract/host';
import { isUntaxed, type KnownPrice, priceInWords } from '@site/contract/prices';
import { Stack, Text } from '@site/shared-ui';
import { fieldId, Radio } from '@site/shared-ui/form';
import { form as words } from '../content/booking';

const QUESTION = BOOKING_FIELDS.daysWanted;

interface DaysWantedProps {
  readonly dates: readonly unknown[];
  readonly price: Partial<KnownPrice>;
  readonly site: Site;
  /** `one`, `all`, or nothing yet. */
  readonly answer: string;
  readonly onChange: (daysWanted: string) => void;
}

/** Asks whether several dates are alternatives. */
export const DaysWanted = ({ dates, price, site, answer, onChange }: DaysWantedProps) => (
  <Stack as="fieldset" gap="2">
    <Text as="legend" fontWeight="semibold">
      {QUESTION.label}
    </Text>
    {Object.entries(QUESTION.options).map(([daysWanted, option], place) => (
      <Radio
        key={daysWanted}
        {...(place === 0 && { id: fieldId('daysWanted') })}
        name="daysWanted"
        value={daysWanted}
        label={words.daysWanted(option, priceInWords(price, dayCount(daysWanted, dates), isUntaxed(site)))}
        checked={answer === daysWanted}
        onChange={() => onChange(daysWanted)}
      />
    ))}
  </Stack>
);

/** The number of days to price: one while the question is open. */
export const dayCount = (daysWanted: string | null | undefined, dates: readonly unknown[]): number =>
  daysWanted === 'all' ? dates.length : 1;
