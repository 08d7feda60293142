import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How much may be left behind before it is collected. */
const MOST = 16 * 2 ** 20;

/**
 * Keeps the memory of a long run near what it needs: Node lets what nobody needs any more come to hundreds of megabytes where the
 * machine has them. To be called between the parts of the run.
 */
export function createCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  let needed = 0;
  return () => {
    if (getHeapStatistics().used_heap_size < needed + MOST) return;
    collect();
    needed = getHeapStatistics().used_heap_size;
  };
}
