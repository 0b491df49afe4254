import { BOOKING_FIELDS } from '@site/contract/form-fields';
import type { Host, Site } from '@site/contract/host';
import { contractToCome, depositLine } from '@site/contract/offer';
import { isUntaxed, planPrice, priceInWords, pricesOf } from '@site/contract/prices';
import { recapOf, TextFields } from '@site/forms/fields';
import { FormFooter } from '@site/forms/form-footer';
import type { RecapRow } from '@site/forms/recap';
import { RequestFormElement } from '@site/forms/submission';
import { formatFrenchDate, Grid, Heading, Stack, Text, TextLink, todayInParis } from '@site/shared-ui';
import { CheckboxField, ErrorSummary, FieldLink } from '@site/shared-ui/form';
import type { Booking } from '../api/booking';
import { fetchClosedDays } from '../api/closed-days';
import { CalendarFileLink } from '../calendar-file/calendar-file-link';
import {
  describeFailure,
  fundingDeadline,
  hoursIn,
  invalid,
  page,
  recap,
  savedLink,
  sent,
  form as words,
} from '../content/booking';
import { DateField, FundingHint } from '../dates/date-field';
import { DaysWanted, dayCount } from './days-wanted';
import { KeepLink, ManageLink } from './saved-link';
import { useBookingForm } from './use-booking-form';

export function BookingForm({ host }: { readonly host: Host }) {
  const { form, file, manageHref, status, isRepeat } = useBookingForm(host);
  const { values, errors, sentValues: booking, failure } = form;
  const { payment } = host.site;
  return (
    <RequestFormElement form={form}>
      <Stack gap="8">
        <Text fontWeight="semibold">{page.price(host.site, values.isAgefice)}</Text>
        <ErrorSummary title={invalid.summary} errors={errors} submitCount={form.submitCount} />
        <DateField
          dates={values.dates}
          hint={host.site.datesMeaning}
          onChange={(dates) => form.setFieldValue('dates', dates)}
          error={errors.dates}
          loadClosedDays={() => fetchClosedDays(host.backend)}
        />
        {values.dates.length > 1 && (
          <DaysWanted
            dates={values.dates}
            price={priceOf(values, host.site)}
            site={host.site}
            answer={values.daysWanted}
            onChange={(daysWanted) => form.setFieldValue('daysWanted', daysWanted)}
          />
        )}
        <Stack gap="6">
          <Heading as="h2" size="lg">
            {words.title}
          </Heading>
          <TextFields fields={BOOKING_FIELDS} form={form} wide={['name']} />
          <Stack gap="2">
            <CheckboxField
              {...form.getFieldProps({ name: 'isAgefice', type: 'checkbox' })}
              label={BOOKING_FIELDS.isAgefice.label}
              hint={words.isAgefice.hint(host.site)}
            />
            <FundingHint isAgefice={values.isAgefice} dates={values.dates} payment={payment} />
          </Stack>
        </Stack>
        <FormFooter
          host={host}
          form={form}
          words={{ ...words, sent: status ?? sent.status }}
          recap={
            booking && [...bookingRecap(booking), ...(isRepeat ? [] : nextRows(booking, host)), ...linkRow(manageHref)]
          }
          problem={failure && describeFailure(failure)}
          terms={
            <>
              <Text>
                {[page.request, payment?.when, depositLine(host.site), payment?.how].filter(Boolean).join(' ')}
              </Text>
              {values.dates.length > 1 && !values.daysWanted && (
                <Text>
                  {words.openDays} <FieldLink name="daysWanted">{BOOKING_FIELDS.daysWanted.label}</FieldLink>
                </Text>
              )}
            </>
          }
          action={
            <>
              {manageHref && <ManageLink href={manageHref} />}
              {file && <CalendarFileLink {...file} />}
            </>
          }
          more={manageHref && <KeepLink href={manageHref} />}
          note={file && sent.fileNote}
        />
      </Stack>
    </RequestFormElement>
  );
}

const priceOf = ({ isAgefice }: Pick<Booking, 'isAgefice'>, site: Site) => ({
  dayCents: planPrice(pricesOf(site), isAgefice) * 100,
});

export const bookingRecap = ({ dates, ...values }: Booking): readonly RecapRow[] => [
  { term: recap.dates(dates.length), value: <DateList dates={dates} />, isWide: true },
  ...recapOf(BOOKING_FIELDS, values, dates),
];

/** What the visitor needs to know until the answer comes. */
const nextRows = ({ isAgefice, dates, daysWanted }: Booking, { site, paths, Link }: Host): readonly RecapRow[] => [
  {
    term: recap.price,
    value: priceInWords(priceOf({ isAgefice }, site), dayCount(daysWanted, dates), isUntaxed(site)),
  },
  { term: recap.hours, value: hoursIn(site) },
  { term: recap.agreement, isWide: true, value: !isAgefice && contractToCome(dates, todayInParis()) },
  { term: recap.file, isWide: true, value: isAgefice && fundingDeadline(dates) },
  {
    term: recap.funding,
    isWide: true,
    value: isAgefice && (
      <>
        {recap.fundingSteps}{' '}
        <TextLink asChild>
          <Link to={paths.funding}>{recap.fundingGuide}</Link>
        </TextLink>
      </>
    ),
  },
];

/** A recap on paper needs the link in letters. */
const linkRow = (href: string | undefined): readonly RecapRow[] =>
  href ? [{ term: savedLink.term, value: href, isWide: true }] : [];

function DateList({ dates }: Pick<Booking, 'dates'>) {
  return (
    <Grid as="ul" rowGap="1" columnGap="4" templateColumns="repeat(auto-fit, minmax(min(100%, 15rem), 1fr))">
      {dates.map((date) => (
        <li key={date}>{formatFrenchDate(date)}</li>
      ))}
    </Grid>
  );
}
