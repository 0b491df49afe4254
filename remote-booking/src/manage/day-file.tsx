import type { SignedAgreement } from '@site/contract/agreement-words';
import type { ManagedDayFile } from '@site/contract/day-papers';
import { lastReimbursementDay } from '@site/contract/funding-days';
import type { Host } from '@site/contract/host';
import { Recap, type RecapRow } from '@site/forms/recap';
import { Box, Button, Flex, Heading, Stack, Text } from '@site/shared-ui';
import { FormStatus } from '@site/shared-ui/form';
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Answers, callDayFile, type FileChanges, type FileOutcome } from '../api/managed-day-file';
import type { ManageFailure } from '../api/managed-request';
import { describeFileFailure, dayFile as words } from '../content/day-file';
import { useFocusAfterChange } from './managed-request-view';
import { Questionnaire } from './questionnaire';
import { answerTo, labelOf, savedRows, TraineeForm, type TraineeFormProps } from './trainee-form';

export interface DayFileProps {
  readonly host: Host;
  readonly secret: string;
  /** Names the request of what is kept while it is typed. */
  readonly uid: string;
  /** The last confirmed day, yyyy-MM-dd, once none is to come. */
  readonly lastDay: string | undefined;
  /** Whether the last confirmed day is over. */
  readonly isTaught: boolean;
  readonly agreement: SignedAgreement | null;
  /** The sentence about the agreement that follows in place of the signed one; empty for none. */
  readonly next: string;
  /** Reads the request again, which a new state of the file may have changed. */
  readonly onSaved: () => Promise<void>;
}

interface State {
  readonly step: 'loading' | 'absent' | 'failed' | 'ready';
  readonly file?: ManagedDayFile;
  readonly isSending: boolean;
  readonly failure?: ManageFailure;
  readonly sent?: 'details' | 'answers';
}

/** The questionnaire after the day, and the details for the papers. Shows nothing that an earlier visit has typed. */
export function DayFile({ host, secret, uid, lastDay, isTaught, agreement, next, onSaved }: DayFileProps) {
  const { step, file, isSending, failure, sent, open, fill, answer } = useDayFile(host, secret, onSaved);
  const answersTitle = useFocusAfterChange(sent === 'answers' && (file?.hasAnswered ?? false));
  if (step === 'absent') return null;
  if (step === 'loading') return <Text role="status">{words.loading}</Text>;
  const outcome = (form: State['sent'], done: string) => (
    <Box>
      <FormStatus tone="error">{sent === form && failure && describeFileFailure(failure)}</FormStatus>
      <FormStatus tone="success">{sent === form && !failure && !isSending && done}</FormStatus>
    </Box>
  );
  if (!file) {
    return (
      <Stack gap="4" align="flex-start">
        <FormStatus tone="error">{failure && describeFileFailure(failure)}</FormStatus>
        <Button variant="quiet" onClick={open}>
          {words.retry}
        </Button>
      </Stack>
    );
  }
  const { details, questionnaire, reimbursement } = words;
  const isContract = file.payer ? file.payer === 'self' : (agreement?.isContract ?? null);
  return (
    <Stack gap="8">
      {file.mayAnswer && isTaught && (
        <Stack gap="4">
          <Title ref={answersTitle} text={questionnaire.title} />
          {file.hasAnswered ? (
            sent !== 'answers' && <Text>{questionnaire.answered}</Text>
          ) : (
            <Questionnaire uid={uid} isSending={isSending} onSend={answer} />
          )}
          {outcome('answers', questionnaire.done)}
        </Stack>
      )}
      {lastDay && file.payer === 'agefice' && (
        <Stack gap="4">
          <Title text={reimbursement.title} />
          {reimbursement.text(lastReimbursementDay(lastDay)).map((sentence) => (
            <Text key={sentence}>{sentence}</Text>
          ))}
        </Stack>
      )}
      {!(lastDay && file.isClosed) && (
        <Stack gap="4">
          <Title text={details.title(isContract)} />
          {next && <Text>{next}</Text>}
          {file.isClosed ? (
            <Text>{details.closed(isContract, next ? null : agreement)}</Text>
          ) : (
            <TraineeDetailsPanel
              uid={uid}
              given={file.given}
              payer={file.payer}
              {...(file.foreign && { foreign: file.foreign })}
              isSending={isSending}
              isToSign={!lastDay}
              onSend={fill}
            />
          )}
          {outcome('details', details.done)}
        </Stack>
      )}
    </Stack>
  );
}

/** Closed at first: it is long and optional. Links are forwarded, so only this visit shows what it has typed. */
function TraineeDetailsPanel({ isToSign, onSend, ...props }: TraineeFormProps & { readonly isToSign: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [saved, setSaved] = useState<FileChanges>({});
  const opener = useRef<HTMLButtonElement>(null);
  const send: TraineeFormProps['onSend'] = async (changes) => {
    const isStored = await onSend(changes);
    if (isStored) {
      setSaved((before) => ({ ...before, ...changes }));
      setOpen(false);
      opener.current?.focus();
    }
    return isStored;
  };
  const { optional, given, givenLabel, open } = words.details;
  const labelled = props.given.map((name) => givenLabel(labelOf(name, props, saved), answerTo(name, props.payer)));
  return (
    <Stack gap="4">
      <Text>
        {/* The fields of an open form say it themselves. */}
        {optional(isToSign)} {!isOpen && labelled.length > 0 && given(labelled)}
      </Text>
      <SavedDetails details={savedRows(saved, props)} />
      <Flex>
        <Button ref={opener} variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {open}
        </Button>
      </Flex>
      {isOpen && <TraineeForm {...props} onSend={send} />}
    </Stack>
  );
}

function SavedDetails({ details }: { readonly details: readonly RecapRow[] }) {
  if (details.length === 0) return null;
  return (
    <Stack gap="3">
      <Text fontWeight="semibold">{words.details.saved}</Text>
      <Recap rows={details} />
      <Text fontSize="sm">{words.details.correct}</Text>
    </Stack>
  );
}

interface TitleProps {
  readonly text: string;
  readonly ref?: Ref<HTMLHeadingElement>;
}

const Title = ({ text, ref }: TitleProps) => (
  <Heading as="h3" size="md" tabIndex={-1} {...(ref && { ref })}>
    {text}
  </Heading>
);

function useDayFile({ backend }: Host, secret: string, onSaved: DayFileProps['onSaved']) {
  const [state, setState] = useState<State>({ step: 'loading', isSending: false });

  async function open() {
    setState({ step: 'loading', isSending: false });
    const outcome = await callDayFile(backend, 'manage_day_file', { secret });
    if (outcome.ok) return setState({ step: 'ready', file: outcome.value, isSending: false });
    setState({ step: outcome.reason === 'unknown' ? 'absent' : 'failed', isSending: false, failure: outcome });
  }

  /** @returns whether it was stored */
  async function send(sent: State['sent'], call: (file: ManagedDayFile) => Promise<FileOutcome>): Promise<boolean> {
    const { file } = state;
    if (!file || state.isSending) return false;
    setState({ step: 'ready', file, isSending: true, ...(sent && { sent }) });
    const outcome = await call(file);
    const next = await current(file, outcome);
    if (next !== file) await onSaved();
    const failure = outcome.ok ? {} : { failure: outcome };
    setState({ step: 'ready', isSending: false, file: next, ...(sent && { sent }), ...failure });
    return outcome.ok;
  }

  /** The file after a call, also after one that its state does not allow: answered or closed meanwhile. */
  async function current(file: ManagedDayFile, outcome: FileOutcome): Promise<ManagedDayFile> {
    if ('value' in outcome) return outcome.value;
    if (outcome.reason !== 'impossible') return file;
    const read = await callDayFile(backend, 'manage_day_file', { secret });
    return read.ok ? read.value : file;
  }

  const openNow = useEffectEvent(open);
  useEffect(() => void openNow(), []);

  return {
    ...state,
    open,
    fill: (changes: FileChanges) =>
      send('details', ({ version }) => callDayFile(backend, 'manage_fill_day_file', { secret, version, changes })),
    answer: (answers: Answers) => send('answers', () => callDayFile(backend, 'manage_answer', { secret, answers })),
  };
}
