import { LONGEST_EMAIL } from '@site/contract/email';
import { BOOKING_FIELDS, CONTACT_FIELDS } from '@site/contract/form-fields';
import { FieldDoubt, useEditedField } from '@site/forms/fields';
import { Box, Button, Card, Flex, Icon, IconButton, Stack, Text, todayInParis, VisuallyHidden } from '@site/shared-ui';
import { CheckboxField, ErrorSummary, FormStatus, TextAreaField, TextField } from '@site/shared-ui/form';
import { ArrowLeft, X } from 'lucide';
import { type ChangeEvent, useState } from 'react';
import { useCall } from '../api/use-call';
import { dayStateOf } from '../calendar/month';
import { byPhone } from '../content/by-phone';
import { formatDay } from '../content/dates';
import { Form, Outcomes } from '../view/form';
import { ViewTitle } from '../view/frame';
import { FundingWarning } from '../view/funding-warning';
import { TakenDaysDialog } from '../view/questions';
import { ButtonLink } from '../view/view-address';
import { type Draft, EMPTY, errorsOf, toRequest, useNewRequest, withDay } from './new-request';

export function ByPhoneView() {
  return (
    <Stack gap="5" maxWidth="40rem">
      <ButtonLink to={{}} icon={ArrowLeft}>
        {byPhone.back}
      </ButtonLink>
      <ViewTitle>{byPhone.title}</ViewTitle>
      <Text>{byPhone.intro}</Text>
      <Card>
        <RequestForm />
      </Card>
    </Stack>
  );
}

function RequestForm() {
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [submitCount, setSubmitCount] = useState(0);
  const { save, isSaving, failure, taken, saveTaken, leaveTaken } = useNewRequest();
  const errors = submitCount > 0 ? errorsOf(draft) : {};
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }));
  const submit = () => {
    // A typed day counts even if the owner has not pressed « Ajouter ».
    const whole = withDay(draft);
    setDraft(whole);
    setSubmitCount((count) => count + 1);
    if (Object.keys(errorsOf(whole)).length === 0) save(toRequest(whole));
  };
  return (
    <Form aria-label={byPhone.title} onSubmit={submit}>
      <Outcomes>
        <ErrorSummary title={byPhone.errors} submitCount={submitCount} errors={errors} prefix="phone-" />
        <FormStatus tone="error">{failure}</FormStatus>
      </Outcomes>
      <Person draft={draft} errors={errors} change={change} />
      <DaysField draft={draft} error={errors.day} onDraft={setDraft} />
      <CheckboxField
        name="phone-agefice"
        label={BOOKING_FIELDS.isAgefice.shortLabel}
        checked={draft.isAgefice}
        onChange={() => change({ isAgefice: !draft.isAgefice })}
      />
      <FundingWarning request={draft} days={withDay(draft).dates} />
      <TextAreaField
        label={byPhone.note}
        name="phone-note"
        maxLength={CONTACT_FIELDS.message.maxLength}
        value={draft.note}
        onChange={(event) => change({ note: event.target.value })}
      />
      <Receipt isWanted={draft.tell} onWanted={(tell) => change({ tell })} />
      <Button alignSelf="flex-start" variant="primary" type="submit" disabled={isSaving}>
        {isSaving ? byPhone.saving : byPhone.save}
      </Button>
      <TakenDaysDialog days={taken} words={byPhone.takenDays} onRepeat={saveTaken} onLeave={leaveTaken} />
    </Form>
  );
}

interface PersonProps {
  readonly draft: Draft;
  readonly errors: ReturnType<typeof errorsOf>;
  readonly change: (changes: Partial<Draft>) => void;
}

function Person({ draft, errors, change }: PersonProps) {
  const { edited, onInput } = useEditedField();
  const field = (name: 'name' | 'phone' | 'email') => ({
    label: byPhone[name],
    name: `phone-${name}`,
    autoComplete: 'off',
    maxLength: name === 'email' ? LONGEST_EMAIL : BOOKING_FIELDS[name].maxLength,
    value: draft[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change({ [name]: target.value }),
  });
  return (
    <>
      <TextField {...field('name')} required error={errors.name} />
      <TextField {...field('phone')} type="tel" />
      <Box onInput={onInput}>
        <TextField {...field('email')} type="email" required hint={byPhone.emailHint} error={errors.email} />
        <FieldDoubt
          kind="email"
          name="phone-email"
          typed={draft.email}
          isEdited={edited === 'phone-email'}
          onChoose={(email) => change({ email })}
        />
      </Box>
    </>
  );
}

interface ReceiptProps {
  readonly isWanted: boolean;
  readonly onWanted: (isWanted: boolean) => void;
}

/** Offers the receipt where the site mails visitors at all. */
function Receipt({ isWanted, onWanted }: ReceiptProps) {
  const { data } = useCall('owner_health', {});
  if (!data) return null;
  if (!data.mails.toVisitors) return <Text fontSize="sm">{byPhone.tellsNobody}</Text>;
  return (
    <CheckboxField name="phone-tell" label={byPhone.tell} checked={isWanted} onChange={() => onWanted(!isWanted)} />
  );
}

interface DaysFieldProps {
  readonly draft: Draft;
  readonly error: string | undefined;
  readonly onDraft: (draft: Draft) => void;
}

function DaysField({ draft, error, onDraft }: DaysFieldProps) {
  const remove = (day: string) => onDraft({ ...draft, dates: draft.dates.filter((other) => other !== day) });
  return (
    <Stack gap="3">
      <Flex gap="3" wrap="wrap" align="flex-end">
        <Box flex="1 1 12rem" minWidth="0">
          <TextField
            label={byPhone.day}
            name="phone-day"
            type="date"
            min={todayInParis()}
            required
            value={draft.day}
            error={error}
            onChange={(event) => onDraft({ ...draft, day: event.target.value })}
          />
        </Box>
        <Button variant="quiet" disabled={!draft.day} onClick={() => onDraft(withDay(draft))}>
          {byPhone.addDay}
        </Button>
      </Flex>
      {/* Mounted while empty, so that screen readers announce each day that is added. */}
      <Box role="status">
        {draft.dates.length > 0 && <VisuallyHidden>{byPhone.days}</VisuallyHidden>}
        <Stack as="ul" gap="1" listStyleType="none">
          {draft.dates.map((day) => (
            <Flex as="li" key={day} align="center" justify="space-between" gap="3">
              <ChosenDay day={day} />
              <IconButton label={byPhone.removeDay(day)} onClick={() => remove(day)}>
                <Icon of={X} />
              </IconButton>
            </Flex>
          ))}
        </Stack>
      </Box>
    </Stack>
  );
}

function ChosenDay({ day }: { readonly day: string }) {
  const { data = [] } = useCall('owner_agenda', { first: day, last: day });
  const { data: rule } = useCall('owner_days', {});
  const closedBy = rule && dayStateOf(day, { rule, today: todayInParis(), agendaDay: data[0] }).closedBy;
  return (
    <Box>
      <Text>{formatDay(day)}</Text>
      {closedBy && closedBy !== 'confirmed' && (
        <Text fontSize="sm" color="alarm">
          {byPhone.closed(day)}
        </Text>
      )}
      {data
        .flatMap(({ requests }) => requests)
        .map(({ id, name }) => (
          <Text key={id} fontSize="sm" fontWeight="semibold" color="alarm" overflowWrap="anywhere">
            {byPhone.taken(name)}
          </Text>
        ))}
    </Box>
  );
}
