import { Card, Heading, Stack, Text } from '@site/shared-ui';
import { useOwner } from '../../api/owner-context';
import type { Channel } from '../../api/requests';
import { confirmedMessage, tell } from '../../content/tell';
import { contactLinks } from '../contact-links';
import { ContactRow } from './contact-row';
import type { ActionProps } from './message-section';

const BY_MESSAGE: readonly Channel[] = ['sms', 'whatsapp'];
const ALL: readonly Channel[] = ['email', ...BY_MESSAGE];

interface TellPersonProps extends Omit<ActionProps, 'isDisabled'> {
  /** The site mails the person itself. */
  readonly tellsVisitor: boolean;
}

/** A ready message about the confirmed days. The owner's own app sends it; the site only notes that it was opened. */
export function TellPerson({ request, run, tellsVisitor }: TellPersonProps) {
  const { site } = useOwner().host;
  const message = confirmedMessage(site, request.name, request.confirmedDates);
  const links = contactLinks(request, message);
  if (tellsVisitor && links.sms === null) return null;
  return (
    <Card>
      <Stack gap="4">
        <Heading as="h3" size="xl" overflowWrap="anywhere">
          {tell.title(request.name)}
        </Heading>
        <Text>{tellsVisitor ? tell.hintMailed : tell.hint}</Text>
        <ContactRow
          request={request}
          links={links}
          channels={tellsVisitor ? BY_MESSAGE : ALL}
          onOpen={(channel) => run({ name: 'owner_tell', args: { channel } })}
        />
        <Text data-surface="sand" padding="4" borderRadius="card" whiteSpace="pre-wrap" overflowWrap="anywhere">
          {message.text}
        </Text>
      </Stack>
    </Card>
  );
}
