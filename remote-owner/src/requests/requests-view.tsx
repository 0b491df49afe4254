import { Box, Button, Flex, Stack, Text } from '@site/shared-ui';
import { Plus } from 'lucide';
import { useDeferredValue, useLayoutEffect, useState } from 'react';
import { type ListView, useRequestList } from '../api/request-list';
import type { RequestPage } from '../api/requests';
import { requests } from '../content/requests';
import { ViewTitle } from '../view/frame';
import { LazyView } from '../view/lazy-view';
import { QueryResult } from '../view/query-result';
import { addressOf, ButtonLink, listOf, useView, ViewTextLink } from '../view/view-address';
import { FilterBar } from './list/filter-bar';
import { RequestCard } from './list/request-card';
import { SelectionBar } from './list/selection-bar';

const loadDayFile = async () => (await import('../day-file/day-file-view')).DayFileView;
export const loadDetail = async () => (await import('./detail/request-detail')).RequestDetailView;
const loadByPhone = async () => (await import('../by-phone/by-phone-view')).ByPhoneView;

export function RequestsView() {
  const view = useView();
  const list = listOf(view);
  if (view.isAdding) return <LazyView key="by-phone" load={loadByPhone} props={{}} />;
  if (view.request && view.paper)
    return <LazyView key="day-file" load={loadDayFile} props={{ id: view.request, paper: view.paper }} />;
  if (view.request) return <LazyView key={view.request} load={loadDetail} props={{ id: view.request }} />;
  return <RequestList list={list} />;
}

/** Requests on a phone's first screen. The others are rendered after them. */
const FIRST_SCREEN = 4;

interface RequestListProps {
  readonly list: ListView;
}

function RequestList({ list }: RequestListProps) {
  const query = useRequestList(list);
  return (
    <Stack gap="5">
      <Flex justify="space-between" gap="3" wrap="wrap">
        <ViewTitle>{requests.title}</ViewTitle>
        <ButtonLink to={{ isAdding: true }} icon={Plus}>
          {requests.add}
        </ButtonLink>
      </Flex>
      <FilterBar list={list} page={query.data?.pages[0]} />
      <QueryResult query={query}>
        {({ pages }) => (
          // The key resets the selection when the list changes. The search field is outside, so it keeps its focus.
          <Items key={addressOf(list)} pages={pages} list={list} query={query} />
        )}
      </QueryResult>
    </Stack>
  );
}

interface ItemsProps extends RequestListProps {
  readonly pages: readonly RequestPage[];
  readonly query: ReturnType<typeof useRequestList>;
}

function Items({ pages, list, query }: ItemsProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const { filter, search } = list;
  const items = pages.flatMap((page) => page.items);
  const isWhole = useDeferredValue(true, useListPosition(addressOf(list)));
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const toggle = (id: string) =>
    setChosen((now) => (now?.includes(id) ? now.filter((other) => other !== id) : [...(now ?? []), id]));
  if (items.length === 0 && search)
    return filter !== 'all' && <ViewTextLink to={{ ...list, filter: 'all' }}>{requests.searchAll}</ViewTextLink>;
  if (items.length === 0) return <Text>{requests.empty[filter]}</Text>;
  return (
    <>
      {filter !== 'spam' && <SelectionBar chosen={chosen} onChosen={setChosen} />}
      <Stack as="ul" gap="3" listStyleType="none">
        {items.slice(0, isWhole ? items.length : FIRST_SCREEN).map((request) => (
          <RequestCard
            key={request.id}
            request={request}
            list={list}
            isChosen={chosen?.includes(request.id) ?? false}
            onChoose={chosen && (() => toggle(request.id))}
          />
        ))}
      </Stack>
      <Box>
        {!search && <Text>{requests.shown(items.length, pages[0]?.counts[filter] ?? items.length)}</Text>}
        {hasNextPage && (
          <Button variant="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? requests.loadingMore : requests.more}
          </Button>
        )}
      </Box>
    </>
  );
}

/** Outside React: the list is unmounted while a request is open. */
let lastScroll = { address: '', top: 0 };

/**
 * Scrolls back to where the owner left this list, if they opened no other one since. The browser scrolls before the
 * list is rendered, when the page is still short.
 * @returns whether it does, so that the whole list must be rendered at once
 */
function useListPosition(address: string): boolean {
  const [top] = useState(() => (lastScroll.address === address ? lastScroll.top : 0));
  useLayoutEffect(() => {
    if (top > 0) window.scrollTo({ top, behavior: 'instant' });
    lastScroll = { address, top };
    const remember = () => {
      lastScroll = { address, top: window.scrollY };
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [address, top]);
  return top > 0;
}
