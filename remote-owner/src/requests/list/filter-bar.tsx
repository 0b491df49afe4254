import { Box, Flex, Stack, Text } from '@site/shared-ui';
import { TextField } from '@site/shared-ui/form';
import { useEffect, useState } from 'react';
import type { ListView } from '../../api/request-list';
import { FILTERS, type Filter, type RequestPage } from '../../api/requests';
import { requests } from '../../content/requests';
import { openView, ViewLink, ViewTextLink } from '../../view/view-address';

const SEARCH_AFTER_MS = 300;

const chip = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minHeight: '11',
  paddingInline: '4',
  borderWidth: '2px',
  borderColor: 'edge',
  borderRadius: 'full',
  fontSize: 'sm',
  fontWeight: 'semibold',
  whiteSpace: 'nowrap',
  _hover: { borderColor: 'ink' },
  '&[aria-current]': { bg: 'ink', borderColor: 'ink', color: 'paper' },
  _highContrast: {
    '&[aria-current]': { forcedColorAdjust: 'none', bg: 'SelectedItem', color: 'SelectedItemText' },
  },
};

interface FilterBarProps {
  readonly list: ListView;
  /** The first page, once it is there. */
  readonly page: RequestPage | undefined;
}

export function FilterBar({ list, page }: FilterBarProps) {
  const { filter, search, oldest } = list;
  const { counts: loaded, found = null } = page ?? {};
  // Until the list of another filter is there, the chips stay.
  const [counts, setCounts] = useState(loaded);
  if (loaded && loaded !== counts) setCounts(loaded);
  return (
    <Stack gap="4">
      <Box as="nav" aria-label={requests.filters}>
        <Flex as="ul" gap="2" wrap="wrap" listStyleType="none">
          {FILTERS.filter((choice) => !counts || isOffered(choice, list, counts)).map((choice) => (
            <li key={choice}>
              <ViewLink
                to={{ filter: choice, oldest }}
                aria-current={choice === filter ? 'true' : undefined}
                css={chip}
              >
                {requests.filter[choice]}
                {counts && choice !== 'all' && <span>{counts[choice]}</span>}
              </ViewLink>
            </li>
          ))}
        </Flex>
      </Box>
      <SearchField key={filter} list={list} />
      <Flex justify="space-between" align="center" gap="3" wrap="wrap">
        <ViewTextLink to={{ ...list, oldest: !oldest }}>
          {oldest ? requests.newestFirst : requests.oldestFirst}
        </ViewTextLink>
        {/* Mounted before it has text, so that screen readers announce it. */}
        <Text role="status" overflowWrap="anywhere">
          {found !== null && requests.found(found, search)}
        </Text>
      </Flex>
    </Stack>
  );
}

/** Leaves out empty lists, which would push the requests below the first screen of a phone. */
const isOffered = (choice: Filter, { filter }: ListView, counts: RequestPage['counts']) =>
  choice === filter || choice === 'todo' || choice === 'all' || counts[choice] > 0;

function SearchField({ list }: { readonly list: ListView }) {
  const { filter, search, oldest } = list;
  const [typed, setTyped] = useState(search);
  useEffect(() => {
    if (typed === search) return;
    const timer = setTimeout(
      () => openView({ filter, oldest, search: typed.trim() }, { replace: true }),
      SEARCH_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [typed, search, filter, oldest]);
  return (
    <Box role="search" maxWidth="32rem">
      <TextField
        label={requests.search}
        hint={requests.searchHint}
        name="owner-search"
        type="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Box>
  );
}
