import { useState } from 'react';

const MOST = 2;

/** The page of each part that another builder has made. It breaks at the third click. */
export function Page() {
  const [count, setCount] = useState(0);
  if (count > MOST) throw new Error('It counts no further.');
  return (
    <>
      <h1>Une page d’un autre atelier</h1>
      <button type="button" onClick={() => setCount(count + 1)}>
        {`Compter : ${count}`}
      </button>
    </>
  );
}
