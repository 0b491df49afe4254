import type { RecapFact } from '@site/forms/submission-success';
import { formatFrenchDate, Grid } from '@site/shared-ui';
import type { Booking } from '../api/booking';
import { recap } from '../content/recap';

export const recapOf = ({ dates, name, email, phone, isAgefice }: Booking): readonly RecapFact[] => [
  { term: recap.dates(dates.length), value: <DateList dates={dates} />, isWide: true },
  { term: recap.name, value: name },
  { term: recap.email, value: email },
  { term: recap.phone, value: phone },
  { term: recap.funding.label, value: isAgefice ? recap.funding.wanted : recap.funding.unwanted },
];

function DateList({ dates }: Pick<Booking, 'dates'>) {
  return (
    <Grid as="ul" rowGap="1" columnGap="4" templateColumns={{ base: '1fr', md: '1fr 1fr' }}>
      {dates.map((date) => (
        <li key={date}>{formatFrenchDate(date)}</li>
      ))}
    </Grid>
  );
}
