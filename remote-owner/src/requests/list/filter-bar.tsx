import { Box, Flex, Stack } from '@site/shared-ui';
import { TextField } from '@site/shared-ui/form';
import { useEffect, useState } from 'react';
import { FILTERS, type Filter, type RequestPage } from '../../api/wire';
import { requests } from '../../content/requests';
import { openView } from '../../view/view';
import { ViewLink } from '../../view/view-link';

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
  readonly filter: Filter;
  readonly search: string;
  readonly counts: RequestPage['counts'] | undefined;
}

export function FilterBar({ filter, search, counts }: FilterBarProps) {
  return (
    <Stack gap="4">
      <Box as="nav" aria-label={requests.filters}>
        <Flex as="ul" gap="2" wrap="wrap" listStyleType="none">
          {FILTERS.map((choice) => (
            <li key={choice}>
              <ViewLink to={{ filter: choice }} aria-current={choice === filter ? 'true' : undefined} css={chip}>
                {requests.filter[choice]}
                {counts && choice !== 'all' && <span>{counts[choice]}</span>}
              </ViewLink>
            </li>
          ))}
        </Flex>
      </Box>
      <SearchField key={filter} filter={filter} search={search} />
    </Stack>
  );
}

function SearchField({ filter, search }: Omit<FilterBarProps, 'counts'>) {
  const [typed, setTyped] = useState(search);
  useEffect(() => {
    if (typed === search) return;
    const timer = setTimeout(() => openView({ filter, search: typed.trim() }, { replace: true }), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed, search, filter]);
  return (
    <Box role="search" maxWidth="32rem">
      <TextField
        label={requests.search}
        name="owner-search"
        type="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Box>
  );
}
