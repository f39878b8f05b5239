export { get, set, del, keys } from "idb-keyval";
