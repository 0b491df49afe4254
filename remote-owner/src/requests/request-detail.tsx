import { Button, Card, Flex, Grid, Heading, Icon, Stack, Text, toTelHref } from '@site/shared-ui';
import { answerRemarks, type OwnedRequest } from '@site/supabase/requests';
import { ArrowLeft, Mail, Phone } from 'lucide';
import { useCall } from '../api/use-call';
import type { RequestDetail } from '../api/wire';
import { formatMoment } from '../content/dates';
import { detail, requests } from '../content/requests';
import { Answered } from '../view/answered';
import { ViewLink } from '../view/view-link';
import { ConflictDialog } from './conflict-dialog';
import { MessagePart } from './message-part';
import { NoteForm } from './note-form';
import { RequestHistory } from './request-history';
import { ReservationPart } from './reservation-part';
import { SpamPart, VerifyPart } from './spam-part';
import { StatusTag } from './status-tag';
import { TakenDialog } from './taken-dialog';
import { useRequestAction } from './use-request-action';

export function RequestDetailView({ id }: { readonly id: string }) {
  const query = useCall('owner_request', { id });
  return (
    <Stack gap="5">
      <Flex>
        <Button asChild variant="quiet">
          <ViewLink to={{}}>
            <Icon of={ArrowLeft} />
            {detail.back}
          </ViewLink>
        </Button>
      </Flex>
      <Answered query={query}>
        {(found, isOld) => (found ? <Detail found={found} isOld={isOld} /> : <Text>{detail.gone}</Text>)}
      </Answered>
    </Stack>
  );
}

interface DetailProps {
  readonly found: RequestDetail;
  readonly isOld: boolean;
}

function Detail({ found, isOld }: DetailProps) {
  const { request } = found;
  const { run, conflict, repeat, leave, taken, confirmTaken, leaveTaken } = useRequestAction(request);
  // Stays enabled while an action runs: a disabled button loses the focus, and `run` ignores a second action.
  const parts = { request, run, isDisabled: isOld };
  return (
    <>
      <Head request={request} />
      {request.isSpam && <SpamPart {...parts} />}
      {request.flagged && !request.isSpam && <VerifyPart {...parts} />}
      <Grid gap="5" templateColumns={{ base: '1fr', lg: 'minmax(0, 2fr) minmax(0, 1fr)' }} alignItems="start">
        <Stack gap="5">
          {request.kind === 'reservation' ? (
            <ReservationPart {...parts} clashes={found.clashes} tellsVisitor={found.tellsVisitor === true} />
          ) : (
            <MessagePart {...parts} />
          )}
          <NoteForm {...parts} />
        </Stack>
        <RequestHistory found={found} />
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
