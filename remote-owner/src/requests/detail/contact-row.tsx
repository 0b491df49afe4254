import { droppedDays } from '@site/contract/agreement-words';
import { hoursOf } from '@site/contract/day-hours';
import type { Site } from '@site/contract/host';
import { readPhone } from '@site/contract/phone';
import { firstDayAhead } from '@site/contract/today';
import { chakra, Flex, Icon, Text } from '@site/shared-ui';
import type { OwnedRequest } from '@site/supabase/requests';
import { type IconNode, Mail, MessageCircle, MessageSquareText, Phone } from 'lucide';
import { useSpace } from '../../api/owner-api';
import type { Channel, RequestDetail } from '../../api/requests';
import { cancelledMessage, confirmedMessage, reach, tell } from '../../content/request-history';
import { TitledCard } from '../../view/cards';
import { type ContactLinks, contactLinks, type Message } from '../../view/contact-links';
import { Summary } from '../../view/frame';
import { changesOf, declinedDays, isToldByMail, ownCancellation } from '../asked-days';
import type { AnswerProps } from '../use-request-action';

const ICONS: Readonly<Record<Channel | 'call', IconNode>> = {
  call: Phone,
  sms: MessageSquareText,
  whatsapp: MessageCircle,
  email: Mail,
};

const Tile = chakra('a', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1',
    flex: '1 1 auto',
    minWidth: '11',
    minHeight: '14',
    paddingBlock: '1',
    paddingInline: '0.5',
    maxWidth: '8rem',
    borderWidth: '2px',
    borderColor: 'edge',
    borderRadius: 'button',
    fontSize: 'sm',
    fontWeight: 'semibold',
    whiteSpace: 'nowrap',
    _hover: { borderColor: 'ink' },
  },
});

interface ContactRowProps {
  readonly request: OwnedRequest;
  readonly links: ContactLinks;
  readonly channels: readonly (Channel | 'call')[];
  readonly onOpen?: (channel: Channel) => void;
}

export function ContactRow({ request: { email, phone }, links, channels, onOpen }: ContactRowProps) {
  return (
    <Flex gap="2" wrap="wrap">
      {channels.map((channel) => {
        const href = links[channel];
        if (href === null) return null;
        const to = channel === 'email' ? email : readPhone(phone ?? '').shown;
        return (
          <Tile
            key={channel}
            href={href}
            aria-label={reach.names[channel](to)}
            {...(channel === 'whatsapp' && { target: '_blank', rel: 'noopener noreferrer' })}
            onClick={() => channel !== 'call' && onOpen?.(channel)}
          >
            <Icon of={ICONS[channel]} />
            {reach[channel]}
          </Tile>
        );
      })}
    </Flex>
  );
}

const BY_MESSAGE: readonly Channel[] = ['sms', 'whatsapp'];
const ALL: readonly Channel[] = ['email', ...BY_MESSAGE];

/**
 * A ready message about the confirmed days to come, or about a cancellation. The owner's own app sends it; the site
 * only notes that it was opened.
 */
export function TellPerson({ answer, run }: AnswerProps) {
  const { site } = useSpace().host;
  const { request } = answer;
  const message = messageTo(answer, site);
  if (!message) return null;
  const isTold = isToldByMail(answer, request.status === 'annulee' ? 'cancellation' : 'confirmation');
  const links = contactLinks(request, message);
  if (isTold && links.sms === null) return null;
  return (
    <TitledCard title={tell.title(request.name)}>
      <Text>{isTold ? tell.hintMailed : tell.hint}</Text>
      <ContactRow
        request={request}
        links={links}
        channels={isTold ? BY_MESSAGE : ALL}
        onOpen={(channel) => run({ name: 'owner_tell', args: { channel } })}
      />
      <details>
        <Summary>{tell.read}</Summary>
        <Text data-surface="sand" padding="4" borderRadius="card" whiteSpace="pre-wrap" overflowWrap="anywhere">
          {message.text}
        </Text>
      </details>
    </TitledCard>
  );
}

/** Null where no day is to come, nor was to come and is cancelled, and where the person has cancelled. */
function messageTo(answer: RequestDetail, site: Site): Message | null {
  const { request } = answer;
  const hours = hoursOf(site.day);
  const ahead = firstDayAhead(hours);
  const cancellation = ownCancellation(answer, ahead, hours);
  if (cancellation) return cancelledMessage(site, { ...request, ...cancellation });
  const changes = changesOf(answer, ahead, hours);
  const news = [...request.confirmedDates.filter((date) => date >= ahead), ...droppedDays(changes)];
  if (request.status !== 'confirmee' || news.length === 0) return null;
  const declined = declinedDays(answer, changes).filter((date) => date >= ahead);
  return confirmedMessage(site, { ...answer, ...request, changes, declined });
}
