import { readPhone } from '@site/contract/phone';
import { Card, Flex, Grid, Heading, Icon, IconButton, Stack, Text } from '@site/shared-ui';
import { answerRemarks } from '@site/supabase/requests';
import { ArrowDown, ArrowLeft, ArrowUp, type IconNode } from 'lucide';
import type { ListView } from '../../api/request-list';
import type { RequestDetail } from '../../api/requests';
import { useCall } from '../../api/use-call';
import { formatShortMoment } from '../../content/dates';
import { historyText, withdrawalIn } from '../../content/request-history';
import { detail, requests, taken as takenWords } from '../../content/requests';
import { TitledCard } from '../../view/cards';
import { contactLinks } from '../../view/contact-links';
import { ActionButton } from '../../view/form';
import { QueryResult } from '../../view/query-result';
import { TakenDaysDialog } from '../../view/questions';
import { ButtonLink, ViewLink } from '../../view/view-address';
import { wishesOf } from '../asked-days';
import { useNeighbours } from '../list/filter-bar';
import { StatusTag } from '../status-tag';
import { type AnswerProps, useRequestAction } from '../use-request-action';
import { ConflictDialog } from './conflict-dialog';
import { ContactRow, TellPerson } from './contact-row';
import { FollowUp } from './follow-up';
import { NoteForm } from './note';
import { OtherRequests, RequestHistory } from './request-history';
import { ReservationSection } from './reservation-section';
import { MarkSpam, SpamSection, VerifySection } from './spam-and-verify';

const CHANNELS = ['call', 'sms', 'whatsapp', 'email'] as const;

export function RequestDetailView({ id, list }: { readonly id: string; readonly list: ListView }) {
  const query = useCall('owner_request', { id });
  return (
    <Stack gap="5">
      <ListLinks id={id} list={list} />
      <QueryResult query={query}>
        {(answer) => (answer ? <Detail answer={answer} list={list} /> : <Text>{detail.gone}</Text>)}
      </QueryResult>
    </Stack>
  );
}

interface DetailProps {
  readonly answer: RequestDetail;
  readonly list: ListView;
}

function Detail({ answer, list }: DetailProps) {
  const { request } = answer;
  const { run, send, conflict, repeat, leave, taken, confirmTaken, leaveTaken } = useRequestAction(request);
  return (
    <>
      <Head {...answer} />
      {request.isSpam && <SpamSection run={run} />}
      {request.flagged && !request.isSpam && <VerifySection run={run} />}
      <Grid
        gap="5"
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' }}
        alignItems="start"
      >
        <Stack gap="5">
          {request.kind === 'reservation' ? (
            <ReservationSection answer={answer} run={run} />
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
          <OtherRequests others={answer.others} list={list} />
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
          {[requests.kind[kind], ...answerRemarks(request), detail.received(formatShortMoment(receivedAt))].join(' · ')}
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
function ListLinks({ id, list }: { readonly id: string; readonly list: ListView }) {
  const around = useNeighbours(id, list);
  return (
    <Flex justify="space-between" gap="3" wrap="wrap">
      <ButtonLink to={list} icon={ArrowLeft}>
        {detail.back}
      </ButtonLink>
      {around && (
        <Flex>
          <NeighbourLink icon={ArrowUp} label={detail.previous} id={around.previous} list={list} />
          <NeighbourLink icon={ArrowDown} label={detail.next} id={around.next} list={list} />
        </Flex>
      )}
    </Flex>
  );
}

interface NeighbourLinkProps {
  readonly icon: IconNode;
  readonly label: string;
  readonly id: string | null;
  readonly list: ListView;
}

function NeighbourLink({ icon, label, id, list }: NeighbourLinkProps) {
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
