import { getRouteApi } from '@tanstack/react-router';

/** The board's route as its components use it, without importing the route itself. */
export const boardApi = getRouteApi('/desk/');
