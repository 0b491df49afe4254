import { Button, Card, Flex, Grid, Heading, Icon, Stack, Text, toTelHref } from '@site/shared-ui';
import { answerRemarks, type OwnedRequest } from '@site/supabase/requests';
import { Mail, Phone } from 'lucide';
import { useCall } from '../../api/use-call';
import type { RequestDetail } from '../../api/wire';
import { formatMoment } from '../../content/dates';
import { detail } from '../../content/request-detail';
import { requests } from '../../content/requests';
import { Answered } from '../../view/answered';
import type { ListView } from '../../view/view';
import { StatusTag } from '../status-tag';
import { useRequestAction } from '../use-request-action';
import { ConflictDialog, TakenDialog } from './conflict-dialogs';
import { FollowUp } from './follow-up';
import { ListLinks } from './list-links';
import { MessageSection, SpamSection, VerifySection } from './message-section';
import { NoteForm } from './note-form';
import { RequestHistory } from './request-history';
import { ReservationSection } from './reservation-section';

interface RequestDetailViewProps {
  readonly id: string;
  /** The list that it was opened from. */
  readonly list: ListView;
}

export function RequestDetailView({ id, list }: RequestDetailViewProps) {
  const query = useCall('owner_request', { id });
  return (
    <Stack gap="5">
      <ListLinks id={id} list={list} />
      <Answered query={query}>
        {(answer, isOld) => (answer ? <Detail answer={answer} isOld={isOld} /> : <Text>{detail.gone}</Text>)}
      </Answered>
    </Stack>
  );
}

interface DetailProps {
  readonly answer: RequestDetail;
  readonly isOld: boolean;
}

function Detail({ answer, isOld }: DetailProps) {
  const { request } = answer;
  const { run, send, conflict, repeat, leave, taken, confirmTaken, leaveTaken } = useRequestAction(request);
  // Stays enabled while an action runs: a disabled button loses the focus, and `run` ignores a second action.
  const actions = { request, run, isDisabled: isOld };
  return (
    <>
      <Head request={request} />
      {request.isSpam && <SpamSection {...actions} />}
      {request.flagged && !request.isSpam && <VerifySection {...actions} />}
      <Grid gap="5" templateColumns={{ base: '1fr', lg: 'minmax(0, 2fr) minmax(0, 1fr)' }} alignItems="start">
        <Stack gap="5">
          {request.kind === 'reservation' ? (
            <ReservationSection {...actions} clashes={answer.clashes} tellsVisitor={answer.tellsVisitor === true} />
          ) : (
            <MessageSection {...actions} />
          )}
          <FollowUp {...actions} />
          <NoteForm request={request} send={send} isOld={isOld} />
        </Stack>
        <RequestHistory {...answer} />
      </Grid>
      <ConflictDialog conflict={conflict} onRepeat={repeat} onLeave={leave} />
      <TakenDialog days={taken} onRepeat={confirmTaken} onLeave={leaveTaken} />
    </>
  );
}

function Head({ request }: { readonly request: OwnedRequest }) {
  const { name, email, phone, kind, receivedAt } = request;
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
          {[requests.kind[kind], ...answerRemarks(request), detail.received(formatMoment(receivedAt))].join(' · ')}
        </Text>
        <Flex gap="3" wrap="wrap">
          {phone && (
            <Button asChild variant="quiet">
              <a href={toTelHref(phone)}>
                <Icon of={Phone} />
                {`${detail.call} ${phone}`}
              </a>
            </Button>
          )}
          <Button asChild variant="quiet" maxWidth="full" overflowWrap="anywhere">
            {/* Labelled as one text: a <wbr> counts as a space in some accessible names. */}
            <a href={`mailto:${encodeURIComponent(email)}`} aria-label={`${detail.write} à ${email}`}>
              <Icon of={Mail} />
              <WriteTo email={email} />
            </a>
          </Button>
        </Flex>
      </Stack>
    </Card>
  );
}

/** Breaks a long address after its « @ », before `overflowWrap` breaks it anywhere. */
function WriteTo({ email }: { readonly email: string }) {
  const domainAt = email.lastIndexOf('@') + 1;
  return (
    <span>
      {`${detail.write} à ${email.slice(0, domainAt)}`}
      <wbr />
      {email.slice(domainAt)}
    </span>
  );
}
