import type { Site } from '@site/contract/host';
import { Box } from '@site/shared-ui';
import { trainingSheet } from '../content/training-sheet';
import { Foldable } from './foldable';
import { SheetRow } from './sheet-row';

/** « 9 h 05 » for 09:05, « 14 h » for 14:00. */
const inFrench = (time: string) => {
  const [hours = '', minutes = ''] = time.split(':');
  return `${Number(hours)} h${minutes === '00' ? '' : ` ${minutes}`}`;
};

export function DayHours({ parts }: { readonly parts: NonNullable<Site['day']> }) {
  return (
    <Foldable title={trainingSheet.day}>
      <Box as="dl" paddingBottom="4" fontVariantNumeric="tabular-nums">
        {parts.map(({ from, to, text }) => (
          <SheetRow key={from} label={trainingSheet.hours(inFrench(from), inFrench(to))}>
            {text}
          </SheetRow>
        ))}
      </Box>
    </Foldable>
  );
}
