/** Reads databases from web servers. {@link granary.database.Database#open(java.net.URI)} finds it wherever this jar is beside the reader. */
module granary.http {
    requires transitive granary.reader;
    requires java.net.http;

    exports granary.http;

    provides granary.storage.Addresses with
            granary.http.HttpAddresses;
}
