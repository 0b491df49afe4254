import { Button, Flex, Icon, IconButton } from '@site/shared-ui';
import { ArrowDown, ArrowLeft, ArrowUp, type IconNode } from 'lucide';
import type { ListView } from '../../api/request-pages';
import { detail } from '../../content/request-detail';
import { ViewLink } from '../../view/view-link';
import { useNeighbours } from '../list/use-request-list';

interface ListLinksProps {
  /** Of the open request. */
  readonly id: string;
  /** The list that it was opened from. */
  readonly list: ListView;
}

/** Leads back to the list, and to the requests around the open one. */
export function ListLinks({ id, list }: ListLinksProps) {
  const around = useNeighbours(id, list);
  return (
    <Flex justify="space-between" gap="3" wrap="wrap">
      <Button asChild variant="quiet">
        <ViewLink to={list}>
          <Icon of={ArrowLeft} />
          {detail.back}
        </ViewLink>
      </Button>
      {around && (
        <Flex>
          <NeighbourLink of={ArrowUp} label={detail.previous} id={around.previous} list={list} />
          <NeighbourLink of={ArrowDown} label={detail.next} id={around.next} list={list} />
        </Flex>
      )}
    </Flex>
  );
}

interface NeighbourLinkProps {
  readonly of: IconNode;
  readonly label: string;
  readonly id: string | null;
  readonly list: ListView;
}

function NeighbourLink({ of, label, id, list }: NeighbourLinkProps) {
  if (id === null) {
    return (
      <IconButton label={label} disabled opacity="0.4">
        <Icon of={of} />
      </IconButton>
    );
  }
  return (
    <IconButton label={label} asChild>
      <ViewLink to={{ ...list, request: id }} replace>
        <Icon of={of} />
      </ViewLink>
    </IconButton>
  );
}
