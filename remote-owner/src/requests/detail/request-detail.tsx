import { readPhone } from '@site/contract/phone';
import { Card, Flex, Grid, Heading, Icon, IconButton, Stack, Text } from '@site/shared-ui';
import { answerRemarks, type OwnedRequest } from '@site/supabase/requests';
import { ArrowDown, ArrowLeft, ArrowUp, type IconNode } from 'lucide';
import { useNeighbours } from '../../api/request-list';
import type { RequestDetail } from '../../api/requests';
import { useCall } from '../../api/use-call';
import { formatShortMoment } from '../../content/dates';
import { historyText, withdrawalIn } from '../../content/request-history';
import { detail, requests, taken as takenWords } from '../../content/requests';
import { TitledCard } from '../../view/cards';
import { contactLinks } from '../../view/contact-links';
import { ActionButton, useCallAction } from '../../view/form';
import { QueryResult } from '../../view/query-result';
import { TakenDaysDialog } from '../../view/questions';
import { ButtonLink, listOf, useView, ViewLink } from '../../view/view-address';
import { daysNoLonger, wishesOf } from '../asked-days';
import { StatusTag } from '../status-tag';
import { type AnswerProps, type RequestAction, useRequestAction } from '../use-request-action';
import { ConflictDialog } from './conflict-dialog';
import { ContactRow, TellPerson } from './contact-row';
import { FollowUp } from './follow-up';
import { NoteForm } from './note';
import { OtherRequests, RequestHistory } from './request-history';
import { ReservationSection } from './reservation-section';

/** Taking a request out of the spam also undoes its cancellation. */
const OF_SPAM = { why: detail.spam, label: detail.unspam, action: { name: 'owner_reopen', args: {} } } as const;
const OF_FLAGGED = { why: detail.verify, label: detail.verifyDo, action: { name: 'owner_verify', args: {} } } as const;

const CHANNELS = ['call', 'sms', 'whatsapp', 'email'] as const;

export function RequestDetailView({ id }: { readonly id: string }) {
  const query = useCall('owner_request', { id });
  return (
    <Stack gap="5">
      <ListLinks id={id} />
      <QueryResult query={query}>
        {(answer) => (answer ? <Detail answer={answer} /> : <Text>{detail.gone}</Text>)}
      </QueryResult>
    </Stack>
  );
}

function Detail({ answer }: { readonly answer: RequestDetail }) {
  const { request } = answer;
  const { run, send, conflict, repeat, leave, taken, confirmTaken, leaveTaken } = useRequestAction(request);
  return (
    <>
      <Head {...answer} />
      {request.isSpam && <Settle run={run} {...OF_SPAM} />}
      {request.flagged && !request.isSpam && <Settle run={run} {...OF_FLAGGED} />}
      <Grid
        gap="5"
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' }}
        alignItems="start"
      >
        <Stack gap="5">
          {request.kind === 'reservation' ? (
            <ReservationSection key={`${request.id} ${request.status === 'nouvelle'}`} answer={answer} run={run} />
          ) : (
            <MessageSection answer={answer} run={run} />
          )}
          {/* The message names the confirmed days: none of them is to be replaced. */}
          {request.status !== 'nouvelle' && !request.isSpam && <TellPerson answer={answer} run={run} />}
          <FollowUp answer={answer} run={run} />
          <NoteForm request={request} send={send} />
          <MarkSpam request={request} />
        </Stack>
        <Stack gap="5">
          <OtherRequests others={answer.others} />
          <RequestHistory {...answer} />
        </Stack>
      </Grid>
      <ConflictDialog conflict={conflict} onRepeat={repeat} onLeave={leave} />
      <TakenDaysDialog days={taken} words={takenWords} onRepeat={confirmTaken} onLeave={leaveTaken} />
    </>
  );
}

function Head({ request, history }: RequestDetail) {
  const { name, email, phone, kind, receivedAt, status, dates } = request;
  // The number of days that was asked for is of no use once one is cancelled, until the owner decides again.
  const isLess = status !== 'nouvelle' && daysNoLonger({ request, history }).length > 0;
  const answers = isLess ? { ...request, daysWanted: null } : request;
  const withdrawal = status === 'annulee' && withdrawalIn(history);
  const wishes = status === 'nouvelle' ? wishesOf(history).filter(({ to }) => dates.includes(to)) : [];
  return (
    <Card>
      <Stack gap="4">
        <Flex justify="space-between" gap="3" wrap="wrap">
          <Heading as="h2" size="2xl" overflowWrap="anywhere">
            {name}
          </Heading>
          <StatusTag request={request} />
        </Flex>
        <Text color="ink.soft">
          {[requests.kind[kind], ...answerRemarks(answers), detail.received(formatShortMoment(receivedAt))].join(' · ')}
        </Text>
        {wishes.map((detail) => (
          <Text key={detail.to} role="note" fontWeight="semibold">
            {historyText({ action: 'visitor_asked', detail })}
          </Text>
        ))}
        {withdrawal && (
          <Text role="note" fontWeight="semibold">
            {withdrawal}
          </Text>
        )}
        <Text overflowWrap="anywhere">
          {phone && `${readPhone(phone).shown} · `}
          {email}
        </Text>
        <ContactRow request={request} links={contactLinks(request)} channels={CHANNELS} />
      </Stack>
    </Card>
  );
}

/** Leads back to the list, and to the requests around the open one. */
function ListLinks({ id }: { readonly id: string }) {
  const list = listOf(useView());
  const around = useNeighbours(id, list);
  return (
    <Flex justify="space-between" gap="3" wrap="wrap">
      <ButtonLink to={list} icon={ArrowLeft}>
        {detail.back}
      </ButtonLink>
      {around && (
        <Flex>
          <NeighbourLink icon={ArrowUp} label={detail.previous} id={around.previous} />
          <NeighbourLink icon={ArrowDown} label={detail.next} id={around.next} />
        </Flex>
      )}
    </Flex>
  );
}

interface NeighbourLinkProps {
  readonly icon: IconNode;
  readonly label: string;
  readonly id: string | null;
}

function NeighbourLink({ icon, label, id }: NeighbourLinkProps) {
  const list = listOf(useView());
  if (id === null) {
    return (
      <IconButton label={label} disabled opacity="0.4">
        <Icon of={icon} />
      </IconButton>
    );
  }
  return (
    <IconButton label={label} asChild>
      <ViewLink to={{ ...list, request: id }} replace>
        <Icon of={icon} />
      </ViewLink>
    </IconButton>
  );
}

function MessageSection({ answer, run }: AnswerProps) {
  const { message, handledAt } = answer.request;
  return (
    <TitledCard title={detail.message}>
      <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
        {message || detail.noMessage}
      </Text>
      <ActionButton
        variant={handledAt ? 'quiet' : 'primary'}
        onClick={() => run({ name: 'owner_handle', args: { handled: !handledAt } })}
      >
        {handledAt ? detail.unhandle : detail.handle}
      </ActionButton>
    </TitledCard>
  );
}

interface SettleProps extends Pick<AnswerProps, 'run'> {
  readonly why: string;
  readonly label: string;
  readonly action: RequestAction;
}

/** Says why a request waits apart from the others, and ends it. */
export function Settle({ run, why, label, action }: SettleProps) {
  return (
    <Card>
      <Stack gap="4">
        <Text>{why}</Text>
        <ActionButton variant="primary" onClick={() => run(action)}>
          {label}
        </ActionButton>
      </Stack>
    </Card>
  );
}

/** Can be undone, so it asks nothing. A reservation that the owner has confirmed or cancelled is no spam. */
export function MarkSpam({ request }: { readonly request: OwnedRequest }) {
  const { id, isSpam, status, confirmedDates } = request;
  const { act } = useCallAction('owner_spam', { done: () => detail.spamDone });
  if (isSpam || (status !== null && status !== 'nouvelle') || confirmedDates.length > 0) return null;
  return <ActionButton onClick={() => act({ ids: [id], expected: 1 })}>{detail.markSpam}</ActionButton>;
}
