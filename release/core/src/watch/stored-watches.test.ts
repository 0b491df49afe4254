import { tinyStore } from '../../tests/support/tiny-site';
import { visitsIn } from './stored-watches';

test('a change takes no more than twenty visits, whoever adds them', async () => {
  const visits = visitsIn((await tinyStore()).blobs);
  const visit = (second: number) => ({ at: new Date(second * 1000).toISOString(), who: 'CI', paths: [], problems: [] });
  for (let count = 0; count < 20; count += 1) await visits.add(1, visit(count));
  await expect(visits.add(1, visit(20))).rejects.toThrow('Change 1 has 20 visits already.');
  expect(await visits.list(1)).toHaveLength(20);
  await visits.add(2, visit(20));
});
