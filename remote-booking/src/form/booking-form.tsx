import type { Host } from '@site/contract/host';
import { preloadClient } from '@site/forms/client';
import { FormFooter } from '@site/forms/form-footer';
import { Honeypot } from '@site/forms/submission';
import type { RecapFact } from '@site/forms/submission-success';
import { LIMITS } from '@site/forms/texts';
import { formatFrenchDate, Grid, Heading, Stack, Text } from '@site/shared-ui';
import { CheckboxField, TextField } from '@site/shared-ui/form';
import { useRef } from 'react';
import type { Booking } from '../api/booking';
import { fetchClosedDays } from '../api/closed-days';
import { CalendarFileLink } from '../calendar-file/calendar-file';
import { describeFailure, form, page, recap, sent } from '../content/booking';
import { calendarFile } from '../content/dates';
import { DateField, FundingHint } from '../dates/date-field';
import { useBookingForm } from './use-booking-form';

const TWO_COLUMNS = { base: '1fr', md: '1fr 1fr' };

export function BookingForm({ host }: { readonly host: Host }) {
  const element = useRef<HTMLFormElement>(null);
  const formik = useBookingForm(host, element);
  const { values, errors, sent: booking, failure, summary, file } = formik;
  const { payment } = host.site;

  const field = (name: 'name' | 'email' | 'phone') => ({
    ...formik.getFieldProps(name),
    ...form[name],
    error: errors[name],
  });

  return (
    // `method="dialog"` submits nothing outside a <dialog>, so no typed text can end up in the address.
    <form ref={element} noValidate method="dialog" onSubmit={formik.handleSubmit} onFocus={preloadClient}>
      <Honeypot ref={formik.honeypotRef} />
      <Stack gap="8">
        <Text fontWeight="semibold">{page.price}</Text>
        <DateField
          dates={values.dates}
          hint={host.site.datesMeaning}
          onChange={(dates) => formik.setFieldValue('dates', dates)}
          error={errors.dates}
          loadClosedDays={() => fetchClosedDays(host.backend)}
        />
        <Stack gap="6">
          <Heading as="h2" size="lg">
            {form.title}
          </Heading>
          <TextField {...field('name')} required autoComplete="name" maxLength={LIMITS.fullName} />
          <Grid gap="6" templateColumns={TWO_COLUMNS}>
            <TextField {...field('email')} type="email" required autoComplete="email" maxLength={LIMITS.email} />
            <TextField {...field('phone')} type="tel" autoComplete="tel" maxLength={LIMITS.phone} />
          </Grid>
          <Stack gap="2">
            <CheckboxField {...formik.getFieldProps({ name: 'isAgefice', type: 'checkbox' })} {...form.isAgefice} />
            <FundingHint isAgefice={values.isAgefice} dates={values.dates} payment={payment} />
          </Stack>
        </Stack>
        <FormFooter
          host={host}
          form={formik}
          words={{ ...form, sent: sent.status }}
          facts={booking && recapOf(booking)}
          problem={summary ?? (failure && describeFailure(failure))}
          terms={<Text>{[page.request, payment?.when, payment?.how].filter(Boolean).join(' ')}</Text>}
          action={file && <CalendarFileLink {...file} />}
          note={calendarFile.note}
        />
      </Stack>
    </form>
  );
}

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
