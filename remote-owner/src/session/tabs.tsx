import { Box, Flex, todayInParis, VisuallyHidden } from '@site/shared-ui';
import { countPoints } from '@site/supabase/requests';
import { isPressing, isTask } from '../api/health';
import { useFirstDayAhead } from '../api/owner-api';
import { useCall } from '../api/use-call';
import { badges, space } from '../content/space';
import { TABS, tabOf, ViewLink, type ViewName } from '../view/view-address';

const tab = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  minHeight: '12',
  // Larger text would reach the badge.
  paddingTop: 'max(0px, 1.5rem - 24px)',
  minWidth: '11',
  // All tabs fit a phone of 360 px in one line.
  paddingInline: { base: '2px', md: '4' },
  fontSize: 'sm',
  fontWeight: 'semibold',
  borderBottom: '3px solid transparent',
  '&[aria-current]': { borderColor: 'tile', color: 'tile' },
  _hover: { color: 'tile' },
  // Forced colours would show the transparent border of every tab.
  _highContrast: { borderColor: 'Canvas', '&[aria-current]': { borderColor: 'Highlight' } },
};

/** The badge is in a corner, so that a count does not widen its tab. */
const badgeLook = {
  position: 'absolute',
  top: '0',
  insetInlineEnd: { base: '-4px', md: '2px' },
  minWidth: '1rem',
  paddingInline: '3px',
  borderRadius: 'full',
  color: 'chalk',
  fontSize: '0.6875rem',
  // Ends above the letters of the tab.
  lineHeight: '1rem',
  textAlign: 'center',
  _highContrast: { outline: '1px solid' },
};

export function Tabs({ current }: { readonly current: ViewName }) {
  const { data } = useCall('owner_today', {});
  const points = countPoints(data?.concerns ?? []);
  const [today, ahead] = [todayInParis(), useFirstDayAhead()];
  const isRed = data?.concerns.some((concern) => isPressing(concern, today, ahead) && !isTask(concern)) ?? false;
  const counts: Partial<Record<ViewName, Badge>> = data
    ? {
        aujourdhui: { count: points, text: badges.concerns(points), isRed },
        demandes: { count: data.todo, text: badges.todo(data.todo), isRed: false },
      }
    : {};
  return (
    <Box
      as="nav"
      aria-label={space.navigation}
      data-surface="chalk"
      position="sticky"
      top="0"
      zIndex="header"
      borderBottomWidth="1px"
      borderColor="sand"
    >
      <Flex
        as="ul"
        listStyleType="none"
        wrap="wrap"
        maxWidth="content"
        marginInline="auto"
        paddingInline={{ base: '1', md: '2' }}
        justify={{ base: 'space-between', md: 'flex-start' }}
      >
        {TABS.map((item) => (
          <TabItem key={item} item={item} isCurrent={item === tabOf(current)} badge={counts[item]} />
        ))}
      </Flex>
    </Box>
  );
}

interface Badge {
  readonly count: number;
  readonly text: string;
  readonly isRed: boolean;
}

interface TabItemProps {
  readonly item: ViewName;
  readonly isCurrent: boolean;
  readonly badge: Badge | undefined;
}

const MAX_SHOWN = 99;

/** The badge describes the tab; its name stays the same when requests arrive. */
function TabItem({ item, isCurrent, badge }: TabItemProps) {
  const shownBadge = badge && badge.count > 0 ? badge : null;
  const id = `badge-${item}`;
  return (
    <li>
      <ViewLink
        to={{ name: item }}
        aria-current={isCurrent ? 'page' : undefined}
        aria-describedby={shownBadge ? id : undefined}
        css={tab}
      >
        {space.tabs[item]}
        {shownBadge && (
          <Box as="span" aria-hidden css={badgeLook} bg={shownBadge.isRed ? 'alarm' : 'ink'}>
            {shownBadge.count > MAX_SHOWN ? `${MAX_SHOWN}+` : shownBadge.count}
          </Box>
        )}
      </ViewLink>
      {shownBadge && <VisuallyHidden id={id}>{shownBadge.text}</VisuallyHidden>}
    </li>
  );
}
