import type { RecapFact } from '@site/forms/submission-success';
import { formatFrenchDate, Grid } from '@site/shared-ui';
import type { Booking } from '../api/booking';
import { form, recap } from '../content/form';

export const recapOf = ({ dates, name, email, phone, isAgefice }: Booking): readonly RecapFact[] => [
  { term: recap.dates(dates.length), value: <DateList dates={dates} />, isWide: true },
  { term: form.name.label, value: name },
  { term: form.email.label, value: email },
  { term: form.phone.label, value: phone },
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
