import { leavingAgreement } from '@site/contract/agreement-words';
import type { Site } from '@site/contract/host';
import { Button, Dialog, formatFrenchDate, Stack, Text, todayInParis } from '@site/shared-ui';
import { useState } from 'react';
import type { ManagedDay, ManagedRequest } from '../api/managed-request';
import { firstAhead, isAhead, manage, notesOnLeaving, openDays, withClause } from '../content/manage';

interface CancelButtonProps {
  readonly request: ManagedRequest;
  readonly site: Site;
  readonly isSending: boolean;
  readonly onConfirm: () => void;
}

/** Says what is cancelled: a request or a reservation, how many days, and an agreement that was signed. */
export function CancelButton({ request, site, ...others }: CancelButtonProps) {
  const { agreement, days } = request;
  const today = todayInParis();
  const count = openDays(request, firstAhead(site)).filter((day) => isAhead(day, today)).length;
  const { back, ...words } = manage.cancel(
    days.some(({ confirmed }) => confirmed),
    count,
  );
  // Also of a reopened reservation, whose days are no longer confirmed.
  const isForDays = openDays(request, today).some(({ inAgreement }) => inAgreement);
  const notes = agreement ? leavingAgreement(withClause(agreement, site), today, isForDays) : [back];
  return <ConfirmButton words={words} notes={notes} {...others} />;
}

interface GiveUpDayButtonProps extends Pick<CancelButtonProps, 'request' | 'site' | 'isSending'> {
  readonly day: ManagedDay;
  readonly onGiveUp: (date: string) => void;
}

export function GiveUpDayButton({ day, request, site, isSending, onGiveUp }: GiveUpDayButtonProps) {
  const { name, title, text, ...others } = manage.giveUp;
  const { date, confirmed } = day;
  const shown = formatFrenchDate(date);
  const words = { ...others, title: title(shown), text: text(confirmed) };
  const notes = day.inAgreement ? notesOnLeaving(request, site) : [];
  return (
    <ConfirmButton
      name={name(shown)}
      onConfirm={() => onGiveUp(date)}
      words={words}
      notes={notes}
      isSending={isSending}
    />
  );
}

interface ConfirmButtonProps {
  readonly words: {
    readonly open: string;
    readonly title: string;
    readonly text: string;
    readonly confirm: string;
    readonly keep: string;
  };
  /** Sentences below the text. */
  readonly notes: readonly string[];
  /** Names the button, where several have the same text. */
  readonly name?: string;
  readonly isSending: boolean;
  readonly onConfirm: () => void;
}

/** Asks before it acts: the action takes effect at once. */
function ConfirmButton({ words, notes, name, isSending, onConfirm }: ConfirmButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  const confirm = () => {
    close();
    onConfirm();
  };
  return (
    <>
      <Button variant="quiet" {...(name && { 'aria-label': name })} disabled={isSending} onClick={() => setAsked(true)}>
        {words.open}
      </Button>
      <Dialog
        open={isAsked}
        onClose={close}
        title={words.title}
        actions={
          <>
            <Button variant="primary" onClick={confirm}>
              {words.confirm}
            </Button>
            <Button variant="quiet" onClick={close}>
              {words.keep}
            </Button>
          </>
        }
      >
        <Stack gap="3">
          {[words.text, ...notes].map((sentence) => (
            <Text key={sentence}>{sentence}</Text>
          ))}
        </Stack>
      </Dialog>
    </>
  );
}
