/**
 * How long, in milliseconds, presses are ignored on whatever replaces a pressed control, such as the next row or the
 * next step: a second press was meant for what was there before. The time begins when the press ends or, if that is
 * later, when the control is replaced, for example when a booking is saved and its form closes.
 */
export const SECOND_PRESS_MS = 600;

/** Something that can be pressed. */
export interface PressTarget {
  /** Identifies the control; compared with `Object.is`. */
  control: unknown;
  /**
   * The action of the control, as the person reads it. If the name changes, the same element counts as another control.
   */
  name: string;
}

export interface Point {
  x: number;
  y: number;
}

/** A rectangle on the screen. */
export interface ScreenRect {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Press {
  /** The control that is hit, followed by the controls that contain it. */
  targets: readonly PressTarget[];
  point: Point;
  /** The rectangle of the control. */
  spot: ScreenRect;
  /** Milliseconds on any clock. */
  at: number;
}

export interface KeyPress {
  key: string;
  /** Whether the key is being held. */
  isRepeat: boolean;
  /** The control that has the focus. */
  target: PressTarget;
  at: number;
}

interface RecentPress {
  target: PressTarget;
  spot: ScreenRect;
  /** When the press began or ended or, if that is later, when its control was replaced. */
  at: number;
}

export const isSameTarget = (one: PressTarget, other: PressTarget) =>
  Object.is(one.control, other.control) && one.name === other.name;

export const containsPoint = ({ left, right, top, bottom }: ScreenRect, { x, y }: Point) =>
  x >= left && x <= right && y >= top && y <= bottom;

/**
 * Decides which presses count. A second press on the same control counts, for example on Next day; a second press that
 * hits something else in the same place does not.
 */
export function createPressGuard() {
  let presses: RecentPress[] = [];
  /** The press that is in progress, or has just ended. */
  let current: RecentPress | null = null;
  /** The last press that counted, until it is replaced. */
  let last: RecentPress | null = null;
  let lastKey: Omit<KeyPress, 'isRepeat'> | null = null;
  return {
    /** Whether a press of the pointer counts. */
    press({ targets, point, spot, at }: Press): boolean {
      lastKey = null;
      presses = presses.filter((press) => at - press.at < SECOND_PRESS_MS);
      const isSecond = presses.some(
        (press) => containsPoint(press.spot, point) && !targets.some((one) => isSameTarget(one, press.target)),
      );
      const [target] = targets;
      current = target && !isSecond ? { target, spot, at } : null;
      if (current) presses.push(current);
      last = current ?? last;
      return !isSecond;
    },
    /** Reports that the press has ended. */
    release(at: number): void {
      if (current) current.at = Math.max(current.at, at);
    },
    /** Reports that something else has taken the place of the control of the last press that counted. */
    replaced(at: number): void {
      if (last === null) return;
      if (!presses.includes(last)) presses.push(last);
      last.at = Math.max(last.at, at);
      last = null;
    },
    /** Whether the click at the end of a press counts. It does not if the control has changed its action since the press began. */
    click(targets: readonly PressTarget[]): boolean {
      const pressed = current?.target;
      return !targets.some(({ control, name }) => Object.is(control, pressed?.control) && name !== pressed?.name);
    },
    /** Forgets the current press, because it has become a drag. */
    forget(): void {
      presses = presses.filter((press) => press !== current);
      [current, last] = [null, null];
    },
    /** Whether a key that activates the focused control counts. */
    key({ key, isRepeat, target, at }: KeyPress): boolean {
      [presses, last] = [[], null];
      const isSecond =
        lastKey?.key === key &&
        (isRepeat || (at - lastKey.at < SECOND_PRESS_MS && !isSameTarget(lastKey.target, target)));
      if (!isSecond) lastKey = { key, target, at };
      else if (isRepeat && lastKey) lastKey.at = at;
      return !isSecond && !isRepeat;
    },
    /** Reports a key after which earlier presses no longer matter, such as one that moves the focus or types text. */
    otherKey(): void {
      [presses, last] = [[], null];
      lastKey = null;
    },
  };
}
