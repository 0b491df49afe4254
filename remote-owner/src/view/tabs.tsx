import { Box, Flex } from '@site/shared-ui';
import { space } from '../content/space';
import { TABS, type Tab } from './view';
import { ViewLink } from './view-link';

const tab = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  minHeight: '12',
  minWidth: '11',
  paddingInline: { base: '1', md: '4' },
  fontSize: 'sm',
  fontWeight: 'semibold',
  borderBottom: '3px solid transparent',
  '&[aria-current]': { borderColor: 'tile', color: 'tile' },
  _hover: { color: 'tile' },
};

export function Tabs({ current }: { readonly current: Tab }) {
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
        maxWidth="content"
        marginInline="auto"
        paddingInline={{ base: '2', md: '2' }}
        justify={{ base: 'space-between', md: 'flex-start' }}
      >
        {TABS.map((item) => (
          <li key={item}>
            <ViewLink to={{ tab: item }} aria-current={item === current ? 'page' : undefined} css={tab}>
              {space.tabs[item]}
            </ViewLink>
          </li>
        ))}
      </Flex>
    </Box>
  );
}
