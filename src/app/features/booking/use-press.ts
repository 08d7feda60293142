import { useEffect, useEffectEvent, useState } from 'react';

/**
 * A press of the form's button, by click or keys, which acts once the form is settled: what was typed just before must
 * not be booked on the previous day, or without its first free time. It acts on the form as it is rendered then.
 */
export function usePress<Press>(isSettled: boolean, onPress: (press: Press) => void): (press: Press) => void {
  const [pressed, setPressed] = useState<{ press: Press } | null>(null);
  const act = useEffectEvent(onPress);
  useEffect(() => {
    if (pressed === null || !isSettled) return;
    setPressed(null);
    act(pressed.press);
  }, [pressed, isSettled]);
  return (press) => setPressed({ press });
}

/** Calls back for each place that is selected while a panel is open; the values of a new form have the first one. */
export function usePlaced(placed: string | undefined, onPlaced: () => void): void {
  const [first] = useState(placed);
  const take = useEffectEvent(onPlaced);
  useEffect(() => {
    if (placed !== undefined && placed !== first) take();
  }, [placed, first]);
}
