import { areDaysOver } from '@site/contract/day-hours';
import { Box, Flex, Stack, Text } from '@site/shared-ui';
import { TextField } from '@site/shared-ui/form';
import type { OwnedRequest } from '@site/supabase/requests';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useFirstDayAhead, useSpace } from '../../api/owner-api';
import { type ListView, listQuery } from '../../api/request-list';
import { FILTERS, type Filter, type RequestPage } from '../../api/requests';
import { legibleAnswer } from '../../api/use-call';
import { requests } from '../../content/requests';
import { openView, ViewLink, ViewTextLink } from '../../view/view-address';
import { daysOf } from '../asked-days';

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

interface Options {
  /** False only reads what was loaded before. */
  readonly enabled?: boolean;
}

/** The pages of a list that were loaded, and further ones on demand. */
export function useRequestList(list: ListView, { enabled = true }: Options = {}) {
  const { api } = useSpace();
  const ahead = useFirstDayAhead();
  const sort = useMemo(() => overLast(ahead), [ahead]);
  const select = list.filter === 'todo' ? sort : legibleAnswer;
  return useInfiniteQuery({ ...listQuery(api, list), select, enabled });
}

/** Whether all days that wait for an answer are over. */
export const areAskedOver = (request: OwnedRequest, ahead: string): boolean =>
  request.status === 'nouvelle' && areDaysOver(daysOf(request), ahead);

/** Requests whose days are over no longer wait for one of them: of each page, they come last. */
const overLast =
  (ahead: string) =>
  (answer: InfiniteData<RequestPage>): InfiniteData<RequestPage> => {
    const { pages, ...others } = legibleAnswer(answer);
    const inOrder = (items: RequestPage['items']) =>
      [...items].sort((one, other) => Number(areAskedOver(one, ahead)) - Number(areAskedOver(other, ahead)));
    return { ...others, pages: pages.map((page) => ({ ...page, items: inOrder(page.items) })) };
  };

interface Neighbours {
  /** Ids; null at an end of the list. */
  readonly previous: string | null;
  readonly next: string | null;
}

/**
 * The requests around one, in the order of the list that it was opened from, as this was when it was last shown. Null
 * when that list was not loaded or does not contain the request.
 */
export function useNeighbours(id: string, list: ListView): Neighbours | null {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = useRequestList(list, {
    enabled: false,
  });
  const ids = data?.pages.flatMap(({ items }) => items.map((item) => item.id)) ?? [];
  const at = ids.indexOf(id);
  const isLast = at >= 0 && at === ids.length - 1;
  // After a failure the list itself offers the next try.
  const canLoad = isLast && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (canLoad) void fetchNextPage();
  }, [canLoad, fetchNextPage]);
  return at < 0 ? null : { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null };
}
