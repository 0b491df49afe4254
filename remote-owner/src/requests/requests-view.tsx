import { useView } from '../view/view';
import { RequestDetailView } from './request-detail';
import { RequestList } from './request-list';

export function RequestsView() {
  const { request, filter, search } = useView();
  return request ? <RequestDetailView key={request} id={request} /> : <RequestList filter={filter} search={search} />;
}
