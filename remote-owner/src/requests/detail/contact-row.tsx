import { readPhone } from '@site/contract/phone';
import { chakra, Flex, Icon } from '@site/shared-ui';
import type { OwnedRequest } from '@site/supabase/requests';
import { type IconNode, Mail, MessageCircle, MessageSquareText, Phone } from 'lucide';
import type { Channel } from '../../api/requests';
import { reach } from '../../content/tell';
import type { ContactLinks } from '../contact-links';

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

/** Links into the owner's own apps, side by side. */
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
